"""Follows leads: prints each new state of a lead once, in order, whatever comes twice or late. Needs pika.

AMQP_URL=amqp://integrator-acme:...@127.0.0.1:5672/%2F INTEGRATOR=acme python read_events.py [how many]
"""

import os
import sys

import pika

from envelope import events_in

TYPES = ("lead.created", "lead.updated", "lead.status-changed", "lead.assigned", "lead.deleted")

integrator = os.environ.get("INTEGRATOR", "acme")
wanted = int(sys.argv[1]) if len(sys.argv) > 1 else None

# The newest state of each subject. A real program keeps it in its database, written together with what it does.
sequences: dict = {}

connection = pika.BlockingConnection(pika.URLParameters(os.environ["AMQP_URL"]))
channel = connection.channel()
# Durable: while this program is away its events wait. A quorum queue outlives the loss of a broker.
queue = f"integrator.{integrator}.leads"
channel.queue_declare(queue, durable=True, arguments={"x-queue-type": "quorum"})
for kind in TYPES:
    channel.queue_bind(queue, "crm.events", kind)
channel.basic_qos(prefetch_count=50)
print(f"listening on {queue}", flush=True)

taken = 0
try:
    for method, properties, body in channel.consume(queue):
        for event in events_in(properties, body):
            subject, sequence = event["subject"], event["sequence"]
            if sequence >= sequences.get(subject, -1):
                sequences[subject] = sequence
                lead = event["data"].get("lead") or {}
                print(f"{subject} at {sequence}: {event['type']} {lead.get('status', '')}", flush=True)
            taken += 1
        # Acknowledged only now that it is done with: what is not comes again.
        channel.basic_ack(method.delivery_tag)
        if wanted is not None and taken >= wanted:
            break
except KeyboardInterrupt:
    pass
connection.close()
