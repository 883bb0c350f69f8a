"""Show: one page and a JSON interface for the phones around the table.

`create_app(companion, config)` builds the Flask app; there is no global state, and importing
this package loads no web server.
"""

from web.app import create_app
from web.ports import Companion, WebConfig

__all__ = ["Companion", "WebConfig", "create_app"]
