// Sends one lead and waits for what became of it.
//   AMQP_URL=amqp://integrator-acme:...@127.0.0.1:5672 INTEGRATOR=acme node send-lead.mjs 120934 "Raymond Okafor" +12145550117
import { connect } from 'amqplib';
import { command, eventsIn } from './envelope.mjs';

const { AMQP_URL = '', INTEGRATOR: integrator = 'acme' } = process.env;
const [externalId, fullname, phone] = process.argv.slice(2);
const patienceMs = 30_000;

const connection = await connect(AMQP_URL);
const channel = await connection.createConfirmChannel();
// `mandatory` brings a message back that no queue takes; the broker confirms such a one all the same.
let cameBack = false;
channel.on('return', () => {
  cameBack = true;
});

// The answer may be there before the confirm is: listen first. A queue of this run alone, gone with it.
const { queue: answers } = await channel.assertQueue(`integrator.${integrator}.answers-${process.pid}`, {
  exclusive: true,
});
await channel.bindQueue(answers, 'crm.events', 'lead.created');
await channel.bindQueue(answers, 'crm.rejected', 'lead.create.rejected');

const order = command({
  integrator,
  type: 'lead.create',
  subject: `external/${externalId}`,
  data: {
    // Names the lead for good: sent again, under whatever message id, it makes no second lead.
    external_id: `${integrator}:${externalId}`,
    lead: {
      type: 'life',
      source: 'clickListing',
      fullname,
      email: `lead-${externalId}@example.com`,
      phone,
      state: 'TX',
      birth_date: '1957-06-02',
    },
  },
});

const outcome = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('No answer came; sending it again is harmless')), patienceMs).unref();
  void channel.consume(answers, (message) => {
    if (message === null) return;
    const events = eventsIn(message);
    channel.ack(message);
    // Everybody's answers come by here: ours names our command as its cause, or carries its correlation id.
    const isOurs = ({ causationid, correlationid }) =>
      causationid === order.id || correlationid === order.correlationid;
    const ours = events.find(isOurs);
    if (ours !== undefined) resolve(ours);
  });
});

channel.publish('crm.commands', order.type, Buffer.from(JSON.stringify(order)), {
  persistent: true,
  mandatory: true,
  contentType: 'application/cloudevents+json',
  messageId: order.id,
  correlationId: order.correlationid,
  type: order.type,
});
await channel.waitForConfirms();
if (cameBack) throw new Error('No service consumes leads right now; retry later');

const event = await outcome;
console.log(
  event.type === 'lead.created'
    ? `accepted as ${event.data.lead.id}`
    : `rejected: ${event.data.message} ${JSON.stringify(event.data.errors ?? {})}`,
);
await connection.close();
