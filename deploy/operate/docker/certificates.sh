#!/bin/sh
# Makes an authority and the certificates of MongoDB, RabbitMQ and Redis for docker-compose.tls.yml, into a new folder:
#
#   deploy/operate/docker/certificates.sh data/tls
#
# ca.crt is what clients trust; keep ca.key elsewhere. Names beyond those of the compose file: NAMES="bus.example.com" adds them to
# every certificate. Run it again with RENEW=1 before they expire: the authority stays, so that services need no restart.
set -eu

folder=${1:?a folder for the certificates}
days=${DAYS:-825}
umask 077
mkdir -p "$folder"
if [ -e "$folder/ca.crt" ] && [ "${RENEW:-}" != 1 ]; then
  echo "$folder has certificates; RENEW=1 makes new ones of the same authority" >&2
  exit 1
fi

new_key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"; }

if [ ! -e "$folder/ca.crt" ]; then
  new_key "$folder/ca.key"
  openssl req -x509 -new -key "$folder/ca.key" -sha256 -days 3650 -subj '/CN=Call centre stores' \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -out "$folder/ca.crt"
fi

for store in mongodb rabbitmq redis; do
  new_key "$folder/$store.key"
  names="DNS:$store,DNS:localhost,IP:127.0.0.1"
  for name in ${NAMES:-}; do names="$names,DNS:$name"; done
  {
    echo 'basicConstraints=critical,CA:FALSE'
    echo 'keyUsage=critical,digitalSignature'
    # MongoDB's members are clients of each other.
    echo 'extendedKeyUsage=serverAuth,clientAuth'
    echo "subjectAltName=$names"
  } >"$folder/$store.ext"
  openssl req -new -key "$folder/$store.key" -subj "/CN=$store" -out "$folder/$store.csr"
  openssl x509 -req -in "$folder/$store.csr" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -sha256 \
    -days "$days" -extfile "$folder/$store.ext" -out "$folder/$store.crt" 2>/dev/null
  # MongoDB reads both from one file.
  cat "$folder/$store.crt" "$folder/$store.key" >"$folder/$store.pem"
  rm "$folder/$store.ext" "$folder/$store.csr"
done
# Containers read them as users of their own: certificates are public, keys are those of the users below.
chmod 755 "$folder"
chmod 644 "$folder"/*.crt
if [ "$(id -u)" = 0 ]; then
  chown 999:999 "$folder"/mongodb.pem "$folder"/rabbitmq.key "$folder"/redis.key
fi
echo "Made: $folder/ca.crt and the certificates of mongodb, rabbitmq and redis"
