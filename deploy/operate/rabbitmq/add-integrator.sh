#!/bin/sh
# Creates a RabbitMQ user for an integrator, or changes its password and permissions. It may publish commands, read events and
# rejected commands, and keep queues of its own, integrator.<name>.*; nothing else. Run it where rabbitmqctl reaches the broker:
#
#   INTEGRATOR_PASSWORD=... deploy/operate/rabbitmq/add-integrator.sh <name> [virtual host] [commands]
#
# `commands` is a regular expression of what may be published, by default every command: '^lead\.(create|update)$' narrows it.
set -eu

name=${1:?a name: lower-case letters, digits and dashes}
vhost=${2:-/}
commands=${3:-^(lead|contact|dialler|text|followup)\.[a-z-]+$}
: "${INTEGRATOR_PASSWORD:?the password of the new user}"

case $name in
*[!a-z0-9-]* | -* | '')
  echo "A name has lower-case letters, digits and dashes: $name" >&2
  exit 1
  ;;
esac

user=integrator-$name
own="integrator\\.$name\\.[A-Za-z0-9._-]+"

# The password is passed by standard input: on the command line every process could read it.
if rabbitmqctl --quiet list_users --no-table-headers | cut -f1 | grep -qx "$user"; then
  printf '%s\n' "$INTEGRATOR_PASSWORD" | rabbitmqctl --quiet change_password "$user"
else
  printf '%s\n' "$INTEGRATOR_PASSWORD" | rabbitmqctl --quiet add_user "$user"
fi
rabbitmqctl --quiet set_user_tags "$user"

# Configure: queues of its own. Write: commands, and bindings of its own queues. Read: what it may bind to, and its own queues.
rabbitmqctl --quiet set_permissions -p "$vhost" "$user" \
  "^$own\$" "^(crm\\.commands|$own)\$" "^(crm\\.events|crm\\.rejected|$own)\$"
rabbitmqctl --quiet set_topic_permissions -p "$vhost" "$user" crm.commands "$commands" '^$'
rabbitmqctl --quiet set_topic_permissions -p "$vhost" "$user" crm.events '^$' '.*'
rabbitmqctl --quiet set_topic_permissions -p "$vhost" "$user" crm.rejected '^$' '.*'

# A forgotten queue must not fill the broker: it keeps the last million messages and expires after two idle weeks.
rabbitmqctl --quiet set_policy -p "$vhost" --apply-to queues integrators '^integrator\.' \
  '{"max-length":1000000,"overflow":"drop-head","expires":1209600000}'

echo "$user may use the virtual host $vhost"
