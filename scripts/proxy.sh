#!/usr/bin/env bash
# Runs docs/server/nginx.conf before a server, with other ports and a certificate of its own. Ends with 77 if nginx is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in nginx openssl curl; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is missing"
    exit 77
  fi
done
cargo build --quiet --workspace --bins --examples
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT

ELDERHAND_CHECKPOINTS=$folder "${CARGO_TARGET_DIR:-target}/debug/elderhand" serve --listen 127.0.0.1:0 --behind-proxy \
  --bot simple --rate 5 --connections-each 2 >"$folder/said" 2>"$folder/log" &
# alive WHAT FILE: fails, with what it wrote, once the last program begun has ended.
alive() {
  kill -0 $! 2>/dev/null || { echo "$1 has ended:"; cat "$2"; exit 1; }
}
until grep -q listening "$folder/said"; do alive "the server" "$folder/log"; sleep 0.05; done
server=$(sed -n 's|.*http://\([^;]*\);.*|\1|p' "$folder/said")

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=cards.example.org -addext subjectAltName=DNS:cards.example.org \
  -keyout "$folder/key" -out "$folder/pem" 2>/dev/null
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
sed -e "s|127.0.0.1:7878|$server|; s|listen 443|listen 127.0.0.1:$port|" \
  -e "s|/etc/ssl/cards.example.org.pem|$folder/pem|; s|/etc/ssl/private/cards.example.org.key|$folder/key|" \
  docs/server/nginx.conf >"$folder/site.conf"
cat >"$folder/nginx.conf" <<CONF
daemon off;
pid $folder/pid;
error_log $folder/errors;
events {}
http {
  access_log off;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  include $folder/site.conf;
}
CONF
nginx -e "$folder/errors" -c "$folder/nginx.conf" &
site=https://cards.example.org:$port
ask=(curl --silent --show-error --max-time 20 --cacert "$folder/pem" --resolve "cards.example.org:$port:127.0.0.1")
until "${ask[@]}" --output "$folder/health" "$site/health" 2>/dev/null; do alive nginx "$folder/errors"; sleep 0.05; done

# expect WHAT WANTED FOUND
expect() {
  [ "$2" = "$3" ] || { printf '%s: expected %s, found %s\n' "$1" "$2" "$3"; exit 1; }
}
status=(--output "$folder/answer" --write-out '%{http_code}')
expect health well "$(cat "$folder/health")"
hello='{"id": 1, "type": "hello", "protocol": 2}'
expect "a message" 200 "$("${ask[@]}" "${status[@]}" --data "$hello" "$site/api")"
expect "its answer" '{"id":1,"name"' "$(cut -c 1-14 "$folder/answer")"
expect "a page of its own" 200 "$("${ask[@]}" "${status[@]}" --header "Origin: $site" --data "$hello" "$site/api")"
expect "metrics" 200 "$("${ask[@]}" "${status[@]}" "$site/metrics")"

# Two conversations are opened; the third is one too many though it claims another address: the proxy's word counts.
expect "conversations" "101 101 429" "$(python3 - "$port" "$folder/pem" <<'PYTHON'
import socket, ssl, sys

port, certificate = int(sys.argv[1]), sys.argv[2]
trusting = ssl.create_default_context(cafile=certificate)
head = "\r\n".join([
    "GET /api HTTP/1.1", "Host: cards.example.org", "Connection: Upgrade", "Upgrade: websocket",
    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "X-Forwarded-For: 192.0.2.%d", "", "",
])
talks = []
for claimed in range(3):
    plain = socket.create_connection(("127.0.0.1", port), timeout=20)
    talk = trusting.wrap_socket(plain, server_hostname="cards.example.org")
    talk.sendall((head % claimed).encode())
    talks.append((talk, talk.recv(4096).decode().split()[1]))
print(*(status for _, status in talks))
PYTHON
)"
sleep 1
turned_away=0
for claimed in $(seq 12); do
  code=$("${ask[@]}" "${status[@]}" --header "X-Forwarded-For: 192.0.2.$claimed" --data "$hello" "$site/api")
  [ "$code" = 200 ] || turned_away=$((turned_away + 1))
done
[ "$turned_away" -gt 0 ] || { echo "nobody was too fast, though addresses were only claimed"; exit 1; }
echo "TLS, messages, conversations and addresses go through nginx"
