"""The service around a table: its settings, its address for phones, systemd, an orderly end."""
