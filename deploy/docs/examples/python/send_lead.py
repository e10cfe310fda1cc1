"""Sends one lead and waits for what became of it. Needs pika (pip install pika).

AMQP_URL=amqp://integrator-acme:...@127.0.0.1:5672/%2F INTEGRATOR=acme \
    python send_lead.py 120934 "Raymond Okafor" +12145550117
"""

import json
import os
import sys

import pika

from envelope import command, events_in

PATIENCE_SECONDS = 30

integrator = os.environ.get("INTEGRATOR", "acme")
external_id, fullname, phone = sys.argv[1:4]

connection = pika.BlockingConnection(pika.URLParameters(os.environ["AMQP_URL"]))
channel = connection.channel()
# With confirms basic_publish waits for the broker, and raises where no queue takes the message.
channel.confirm_delivery()

# The answer may be there before the confirm is: listen first. A queue of this run alone, gone with it.
answers = f"integrator.{integrator}.answers-{os.getpid()}"
channel.queue_declare(answers, exclusive=True)
channel.queue_bind(answers, "crm.events", "lead.created")
channel.queue_bind(answers, "crm.rejected", "lead.create.rejected")

order = command(
    integrator,
    "lead.create",
    f"external/{external_id}",
    {
        # Names the lead for good: sent again, under whatever message id, it makes no second lead.
        "external_id": f"{integrator}:{external_id}",
        "lead": {
            "type": "life",
            "source": "clickListing",
            "fullname": fullname,
            "email": f"lead-{external_id}@example.com",
            "phone": phone,
            "state": "TX",
            "birth_date": "1957-06-02",
        },
    },
)
channel.basic_publish(
    "crm.commands",
    order["type"],
    json.dumps(order).encode(),
    pika.BasicProperties(
        delivery_mode=2,
        content_type="application/cloudevents+json",
        message_id=order["id"],
        correlation_id=order["correlationid"],
        type=order["type"],
    ),
    mandatory=True,
)

for method, properties, body in channel.consume(answers, inactivity_timeout=PATIENCE_SECONDS):
    if method is None:
        sys.exit("No answer came; sending it again is harmless")
    events = events_in(properties, body)
    channel.basic_ack(method.delivery_tag)
    # Everybody's answers come by here: ours names our command as its cause, or carries its correlation id.
    ours = [event for event in events if order["id"] in (event.get("causationid"), event["correlationid"])]
    if not ours:
        continue
    event = ours[0]
    if event["type"] == "lead.created":
        print(f"accepted as {event['data']['lead']['id']}")
    else:
        print(f"rejected: {event['data']['message']} {json.dumps(event['data'].get('errors', {}))}")
    break
connection.close()
