#!/bin/sh
# Creates an authority and certificates for a cluster, valid for two years: certificates.sh FOLDER [NAME...], with names of nodes.
# node.pem is for nodes, admin.pem for securityadmin.sh, ca.pem for clients. Keep ca-key.pem in another place.
set -eu
umask 077
folder=${1:?"where to? certificates.sh FOLDER [NAME...]"}
shift
[ $# -gt 0 ] || set -- opensearch-1 opensearch-2 opensearch-3
[ ! -e "$folder/ca.pem" ] || { echo "$folder has certificates already" >&2; exit 1; }
mkdir -p "$folder"
cd "$folder"

key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1-key.pem"; }
signed() { # NAME EXTENSIONS
  key "$1"
  openssl req -new -key "$1-key.pem" -subj "/CN=$1" |
    openssl x509 -req -days 730 -CA ca.pem -CAkey ca-key.pem -extfile /dev/fd/3 -out "$1.pem" 3<<END
basicConstraints=CA:FALSE
$2
END
}

key ca
openssl req -x509 -key ca-key.pem -days 730 -subj '/CN=GND Links cluster' -out ca.pem
names=IP:127.0.0.1,DNS:localhost
for name in "$@"; do names=$names,DNS:$name; done
signed node "extendedKeyUsage=serverAuth,clientAuth
subjectAltName=$names"
signed admin extendedKeyUsage=clientAuth
chmod 644 ca.pem node.pem admin.pem
