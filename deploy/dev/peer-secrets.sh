#!/bin/sh
# Creates the Secrets with the services' certificates in a cluster without cert-manager:
#   sh deploy/dev/peer-secrets.sh [namespace]
# The authority is new each time and its key is not kept; the certificates are valid for 30 days.
set -eu
namespace=${1:-tandem}
services='identity shares billing audit analytics turn-credentials signalling gateway'
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
# shellcheck disable=SC2086 # a list
node --import ./tools/bootstrap/typescript.mjs services/_kit/src/certificates/issue.ts --home "$home" $services
for service in $services; do
  kubectl -n "$namespace" create secret generic "tandem-peer-$service" --from-file="$home/$service" \
    --dry-run=client -o yaml | kubectl apply -f -
done
