// Follows leads: prints each new state of a lead once, in order, whatever comes twice or late. Ctrl-C stops it.
//   AMQP_URL=amqp://integrator-acme:...@127.0.0.1:5672 INTEGRATOR=acme node read-events.mjs [how many]
import { connect } from 'amqplib';
import { eventsIn } from './envelope.mjs';

const { AMQP_URL = '', INTEGRATOR: integrator = 'acme' } = process.env;
const wanted = Number(process.argv[2] ?? Infinity);
const types = ['lead.created', 'lead.updated', 'lead.status-changed', 'lead.assigned', 'lead.deleted'];

/** The newest state of each subject. A real program keeps it in its database, written together with what it does. */
const sequences = new Map();
let taken = 0;

const connection = await connect(AMQP_URL);
const channel = await connection.createChannel();
// Durable: while this program is away its events wait. A quorum queue outlives the loss of a broker.
const queue = `integrator.${integrator}.leads`;
await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
for (const type of types) await channel.bindQueue(queue, 'crm.events', type);
await channel.prefetch(50);

const done = new Promise((resolve) => {
  void channel.consume(queue, (message) => {
    if (message === null) throw new Error(`The queue ${queue} was deleted`);
    for (const { type, subject, sequence, data } of eventsIn(message)) {
      const known = sequences.get(subject) ?? -1;
      if (sequence >= known) {
        sequences.set(subject, sequence);
        console.log(`${subject} at ${sequence}: ${type} ${data.lead?.status ?? ''}`);
      }
      taken += 1;
    }
    // Acknowledged only now that it is done with: what is not comes again.
    channel.ack(message);
    if (taken >= wanted) resolve();
  });
  process.once('SIGINT', resolve);
});
console.log(`listening on ${queue}`);
await done;
await channel.close();
await connection.close();
