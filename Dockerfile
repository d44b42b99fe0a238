# One image for web servers and workers; the store runs beside it (see compose.yaml).

FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt ./
COPY domain domain
COPY events events
COPY service service
COPY workers workers
RUN python -m venv /opt/kancha \
    && /opt/kancha/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt .

FROM python:3.11-slim
RUN groupadd --system --gid 10001 kancha \
    && useradd --system --uid 10001 --gid kancha --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin kancha
COPY --from=build /opt/kancha /opt/kancha
ENV PATH=/opt/kancha/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    KANCHA_HOST=0.0.0.0 \
    KANCHA_PORT=8000
WORKDIR /opt/kancha
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['KANCHA_PORT'] + '/healthz', timeout=2)"]
CMD ["kancha", "web"]
