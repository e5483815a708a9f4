#!/bin/sh
# Makes the keys and certificates beside this file anew. They are for tests only: nobody trusts them, and nobody keeps
# their keys secret.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
: > "$scratch/index"

cat > "$scratch/ca.conf" << END
[ca]
default_ca = own
[own]
database = $scratch/index
new_certs_dir = $scratch
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[root]
basicConstraints = critical,CA:TRUE
[host]
subjectAltName = DNS:\${ENV::HOST}
END

export HOST=-

# certificate NAME COMMON-NAME EXTENSIONS UNTIL SIGNER...: with fixed dates, so that no machine's clock is too early.
certificate() {
  name=$1 subject=$2 extensions=$3 until=$4
  shift 4
  openssl ecparam -name prime256v1 -genkey -noout -out "$name.key"
  openssl req -new -key "$name.key" -subj "/CN=$subject" -out "$scratch/$name.csr"
  openssl ca -batch -notext -config "$scratch/ca.conf" -extensions "$extensions" -in "$scratch/$name.csr" \
    -startdate 20200101000000Z -enddate "${until}0101000000Z" -out "$name.crt" "$@"
}

certificate root 'bot-emulator test root' root 2120 -selfsign -keyfile root.key
byRoot="-cert root.crt -keyfile root.key"
HOST=bot.example.org
certificate receiver $HOST host 2119 $byRoot
certificate expired $HOST host 2021 $byRoot
certificate self-signed $HOST host 2119 -selfsign -keyfile self-signed.key
HOST=other.example.org
certificate other-name $HOST host 2119 $byRoot

# What else it could sign, nobody needs.
rm root.key
