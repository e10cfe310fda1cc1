/** A message as socket.io's adapter sends it, and the channel it means. */
export interface Message {
  channel: string;
  content: Buffer;
}

const lengthBytes = 4;

/** Messages as one, each part behind its length. */
export function packBundle(messages: readonly Message[]): Buffer {
  return Buffer.concat(
    messages.flatMap(({ channel, content }) => {
      const name = Buffer.from(channel);
      const lengths = Buffer.allocUnsafe(2 * lengthBytes);
      lengths.writeUInt32BE(name.length, 0);
      lengths.writeUInt32BE(content.length, lengthBytes);
      return [lengths, name, content];
    }),
  );
}

/** The messages of a bundle, in their order; throws a RangeError where it is none. */
export function* unpackBundle(bundle: Buffer): Generator<Message> {
  let at = 0;
  while (at < bundle.length) {
    const nameEnd = at + 2 * lengthBytes + bundle.readUInt32BE(at);
    const end = nameEnd + bundle.readUInt32BE(at + lengthBytes);
    if (end > bundle.length) throw new RangeError('A bundle is shorter than its header says');
    yield {
      channel: bundle.toString('utf8', at + 2 * lengthBytes, nameEnd),
      content: bundle.subarray(nameEnd, end),
    };
    at = end;
  }
}
