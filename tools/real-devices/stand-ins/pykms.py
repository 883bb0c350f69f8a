"""Stands in for Raspberry Pi's pykms, which picamera2 imports though it shows no preview here."""


class PixelFormat:
    """Names of pixel formats; without a screen nobody needs what they stand for."""

    RGB888 = "RGB888"
    BGR888 = "BGR888"
    XRGB8888 = "XRGB8888"
    XBGR8888 = "XBGR8888"
    YUV420 = "YUV420"
    YVU420 = "YVU420"
    YUYV = "YUYV"
    MJPEG = "MJPEG"
