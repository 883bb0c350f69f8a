"""The OpenAPI document taken at its word: what fits it, and what does not, over real sockets.

An answer has to be one that the document tells of, and never a fault of the server's.
"""

from __future__ import annotations

import json
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from play_fakes import dots
from play_served import ServedGame
from schemathesis import GenerationMode
from schemathesis.checks import content_type_conformance, not_a_server_error
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)
from web_fakes import ServedTable

__all__ = ["dots"]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
LONGEST_S = 15.0  # a table that is busy says so after five
# It does not end, so it is read elsewhere.
ENDLESS = "/api/stream"
SLOW = pytest.mark.slow


class Served(Protocol):
    code: str

    @property
    def address(self) -> str: ...

    def stop(self) -> None: ...


@pytest.fixture
def tables(request: pytest.FixtureRequest, tmp_path: Path, dots: object) -> Iterator[Served]:
    kind = getattr(request, "param", "toss")
    found: Served = (
        ServedTable(tmp_path) if kind == "toss" else ServedGame(tmp_path, "dots", ("Ann", "Ben"))
    )
    yield found
    found.stop()


def operations(served: Served) -> list[Any]:
    """Every operation of the document that ends."""
    with urllib.request.urlopen(f"{served.address}/api/openapi.json", timeout=10) as answer:
        schema = schemathesis.openapi.from_dict(json.load(answer))
    schema.validate()
    schema.config.update(base_url=served.address)
    found = [each.ok() for each in schema.get_all_operations()]
    return [each for each in found if each.path != ENDLESS]


def try_out(served: Served, operation: Any, mode: GenerationMode, examples: int) -> Counter[int]:
    """Send so many requests; how often each status came back."""
    statuses: Counter[int] = Counter()

    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        case.headers = {"X-Join-Code": served.code}
        began_s = time.monotonic()
        response = case.call(timeout=LONGEST_S)
        assert time.monotonic() - began_s < LONGEST_S
        assert b"Traceback" not in response.content
        case.validate_response(response, checks=CHECKS)
        statuses[response.status_code] += 1

    send()
    return statuses


def sweep(served: Served, examples: int) -> dict[str, Counter[int]]:
    found: dict[str, Counter[int]] = {}
    for operation in operations(served):
        counts = try_out(served, operation, GenerationMode.POSITIVE, examples)
        if operation.body:
            counts += try_out(served, operation, GenerationMode.NEGATIVE, examples)
        found[operation.label] = counts
    with urllib.request.urlopen(f"{served.address}/api/table", timeout=10) as answer:
        assert answer.status == 200
    return found


@pytest.mark.parametrize("tables", ["toss", "games"], indirect=True)
def test_answers_are_those_of_the_document(tables: Served) -> None:
    found = sweep(tables, 8)
    assert {"GET /api/table", "POST /api/join"} < set(found)
    assert found["GET /api/table"][200] > 0
    acts = [counts for label, counts in found.items() if label.startswith("POST ")]
    # What is sent gets as far as the rules, and what can't be meant is told from it.
    assert sum(counts[200] + counts[409] for counts in acts) > len(acts)
    assert sum(counts[400] for counts in acts) > len(acts)


@SLOW
@pytest.mark.parametrize("tables", ["toss", "games"], indirect=True)
def test_answers_are_those_of_the_document_at_length(tables: Served) -> None:
    sweep(tables, 300)
