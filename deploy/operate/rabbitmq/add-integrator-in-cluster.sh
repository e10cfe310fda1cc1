#!/bin/sh
# add-integrator.sh for a broker in Kubernetes, run in one of its pods:
#
#   INTEGRATOR_PASSWORD=... deploy/operate/rabbitmq/add-integrator-in-cluster.sh <namespace> <name> [virtual host] [commands]
#
# RABBITMQ_POD names another pod than rabbitmq-server-0.
set -eu

namespace=${1:?the namespace of the broker}
shift
: "${1:?a name: lower-case letters, digits and dashes}"
: "${INTEGRATOR_PASSWORD:?the password of the new user}"
script=$(cat "$(dirname "$0")/add-integrator.sh")

# The password goes by standard input, as on the broker's machine: no command line has it.
printf '%s\n' "$INTEGRATOR_PASSWORD" |
  kubectl --namespace "$namespace" exec --stdin "${RABBITMQ_POD:-rabbitmq-server-0}" --container rabbitmq -- \
    sh -c "IFS= read -r INTEGRATOR_PASSWORD; export INTEGRATOR_PASSWORD; $script" add-integrator "$@"
