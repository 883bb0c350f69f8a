"""Who may change something: the join code, a limit on guessing, and the page's own origin."""

from __future__ import annotations

import hmac
import threading
from collections import OrderedDict, deque
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Request

from companion.display.text import Text
from companion.errors import InputError
from web.ports import WebConfig

CODE_HEADER = "X-Join-Code"
CODE_FIELD = "join_code"
_ADDRESSES_KEPT = 1000
_NO_CODE = Text(
    "this needs the table's join code: scan the QR code at the table",
    "需要這張桌子的加入代碼：請掃描桌上的 QR 碼",
)
_WRONG_CODE = Text(
    "that is not the join code of this table; scan the QR code at the table again",
    "這不是這張桌子的加入代碼；請再掃描一次桌上的 QR 碼",
)
_OTHER_SITE = Text(
    "this request comes from another site's page; open the table's own page instead",
    "這個請求來自別的網站的頁面；請改用這張桌子自己的頁面",
)


class RequestError(InputError):
    """A request that is refused, with the HTTP status that says why.

    `text` says it in both languages, for refusals that a person may well meet.
    """

    def __init__(
        self,
        status: HTTPStatus,
        sentence: str,
        retry_s: int | None = None,
        text: Text | None = None,
    ) -> None:
        super().__init__(sentence)
        self.text = text
        self.http_status = int(status)
        self.retry_s = retry_s


class Guard:
    """Checks requests that change something."""

    def __init__(self, config: WebConfig) -> None:
        self._config = config
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, request: Request, now_s: float) -> None:
        """Let a request pass, or raise RequestError (401, 403, 429)."""
        _check_origin(request)
        self.check_code(request, now_s)

    def check_code(self, request: Request, now_s: float) -> None:
        """Let a request with the join code pass, or raise RequestError (401, 429)."""
        address = request.remote_addr or ""
        self._check_patience(address, now_s)
        given = request.headers.get(CODE_HEADER) or request.form.get(CODE_FIELD) or ""
        if not given:
            raise RequestError(
                HTTPStatus.UNAUTHORIZED,
                "this needs the table's join code: scan the QR code at the table, "
                f"or send it as {CODE_HEADER}",
                text=_NO_CODE,
            )
        if not self._is_right(given):
            self._remember(address, now_s)
            raise RequestError(
                HTTPStatus.UNAUTHORIZED,
                _WRONG_CODE.en,
                text=_WRONG_CODE,
            )

    def knows(self, code: str, address: str, now_s: float) -> bool:
        """Whether a code is the table's; a wrong one counts as a guess of this address.

        One that has guessed too often is told no, whatever it says.
        """
        try:
            self._check_patience(address, now_s)
        except RequestError:
            return False
        right = self._is_right(code)
        if code and not right:
            self._remember(address, now_s)
        return right

    def _is_right(self, given: str) -> bool:
        return hmac.compare_digest(
            given.strip().upper().encode(), self._config.join_code.upper().encode()
        )

    def _check_patience(self, address: str, now_s: float) -> None:
        with self._lock:
            wrong = self._wrong.get(address)
            while wrong and now_s - wrong[0] > self._config.guess_s:
                wrong.popleft()
            if not wrong or len(wrong) < self._config.guesses:
                return
            retry_s = max(1, round(self._config.guess_s - (now_s - wrong[0])))
        raise RequestError(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"too many wrong join codes from here; try again in {retry_s} seconds",
            retry_s,
            Text(
                f"too many wrong join codes from here; try again in {retry_s} seconds",
                f"從這裡輸入錯誤的加入代碼太多次；請在 {retry_s} 秒後再試",
            ),
        )

    def _remember(self, address: str, now_s: float) -> None:
        with self._lock:
            self._wrong.setdefault(address, deque(maxlen=self._config.guesses)).append(now_s)
            self._wrong.move_to_end(address)
            while len(self._wrong) > _ADDRESSES_KEPT:
                self._wrong.popitem(last=False)


def _check_origin(request: Request) -> None:
    """Refuse what another site's page sends; a program that is no browser names no origin."""
    origin = request.headers.get("Origin")
    if origin is None:
        return
    if urlsplit(origin).netloc != request.host:
        raise RequestError(
            HTTPStatus.FORBIDDEN,
            _OTHER_SITE.en,
            text=_OTHER_SITE,
        )
