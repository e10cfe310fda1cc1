import { randomBytes } from 'node:crypto';

/** A UUID of version 7: 48 bits of milliseconds, then chance. */
export function uuidv7(now = Date.now()) {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A command as it goes out: a CloudEvents 1.0 event in JSON. `id` stays the same when it is sent again. */
export function command({ integrator, type, subject, data, id = uuidv7() }) {
  return {
    specversion: '1.0',
    id,
    source: `integrator.${integrator}`,
    type,
    time: new Date().toISOString(),
    subject,
    dataschema: `urn:crm:${type}`,
    datacontenttype: 'application/json',
    data,
    correlationid: id,
    actorid: `integrator.${integrator}`,
    actorrole: 'system',
    sequence: 0,
  };
}

/** The events of a message: one, or several where its content type says that it is a batch. */
export function eventsIn({ content, properties }) {
  const value = JSON.parse(content.toString());
  return properties.contentType === 'application/cloudevents-batch+json' ? value : [value];
}
