import fc from 'fast-check';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { createServer, type StoreServer } from './server.js';
import { doc, type DocLiteral } from './test/literals.js';
import { decodeDocument, encode } from './values/bson.js';
import { crc32c } from './values/crc32c.js';
import { StoreError } from './values/errors.js';
import { BSONRegExp, type Doc } from './values/values.js';
import { Framing, readRequest, writeAnswer } from './wire.js';

const OP_MSG = 2013;
const OP_QUERY = 2004;

const int32 = (n: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(n);
  return bytes;
};

let lastId = 100;
function message(operation: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([int32(16 + body.length), int32(++lastId), int32(0), int32(operation), body]);
}

const section = (document: DocLiteral) => Buffer.concat([Buffer.from([0]), encode(doc(document))]);

function sequence(name: string, documents: DocLiteral[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((one) => encode(doc(one)))]);
  return Buffer.concat([Buffer.from([1]), int32(content.length + 4), content]);
}

const msg = (document: DocLiteral, flags = 0) =>
  message(OP_MSG, int32(flags), section({ ...document, $db: 'wire' }));
const query = (namespace: string, document: DocLiteral) =>
  message(OP_QUERY, int32(0), Buffer.from(`${namespace}\0`), int32(0), int32(-1), encode(doc(document)));

let server: StoreServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await createServer({ memory: true });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.close());

interface Reply {
  to: number;
  operation: number;
  body: Doc;
}

/** A raw TCP connection that collects the received messages. */
async function open() {
  const { port } = new URL(server.uri);
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  const framing = new Framing();
  const replies: Reply[] = [];
  let arrived = () => undefined as void;
  socket.on('data', (chunk: Buffer) => {
    for (const one of framing.push(chunk)) {
      const operation = one.readInt32LE(12);
      replies.push({
        to: one.readInt32LE(8),
        operation,
        body: decodeDocument(one, operation === 1 ? 36 : 21),
      });
    }
    arrived();
  });
  const next = async (): Promise<Reply> => {
    while (replies.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return replies.shift() as Reply;
  };
  return { socket, next, send: (...bytes: Buffer[]) => socket.write(Buffer.concat(bytes)), replies };
}

const ok = (reply: Reply) => Number(reply.body.get('ok'));

describe('messages', () => {
  it('are reassembled from single bytes', async () => {
    const { socket, next } = await open();
    const whole = msg({ ping: 1 });
    for (const byte of whole) socket.write(Buffer.from([byte]));
    const reply = await next();
    expect([ok(reply), reply.to]).toEqual([1, whole.readInt32LE(4)]);
  });

  it('are split when several arrive in one chunk, and each gets a response', async () => {
    const { send, next } = await open();
    const all = [msg({ ping: 1 }), msg({ nonsense: 1 }), msg({ ping: 1 })];
    send(...all);
    const replies = [await next(), await next(), await next()];
    expect(new Set(replies.map(({ to }) => to))).toEqual(new Set(all.map((one) => one.readInt32LE(4))));
    expect(replies.map(ok).sort()).toEqual([0, 1, 1]);
  });

  it('are framed correctly for any chunk boundaries', () => {
    const stream = Buffer.concat([msg({ a: 1 }), msg({ bb: 'x'.repeat(100) }), msg({ c: 1 })]);
    for (let size = 1; size < stream.length; size += 7) {
      const framing = new Framing();
      const names: string[] = [];
      for (let start = 0; start < stream.length; start += size) {
        for (const one of framing.push(stream.subarray(start, start + size)))
          names.push(readRequest(one).body.keys().next().value ?? '');
      }
      expect(names).toEqual(['a', 'bb', 'c']);
    }
  });

  it('of OP_QUERY with hello get an OP_REPLY response', async () => {
    const { send, next } = await open();
    const hello = query('admin.$cmd', { isMaster: 1, helloOk: true });
    send(hello);
    const { to, operation, body } = await next();
    expect([to, operation]).toEqual([hello.readInt32LE(4), 1]);
    expect(Object.fromEntries(body)).toMatchObject({
      ismaster: true,
      helloOk: true,
      maxWireVersion: 21,
      readOnly: false,
    });
    // A standalone server: no replica set name, and no topologyVersion, so no streaming hello.
    for (const name of ['setName', 'hosts', 'topologyVersion', 'msg']) expect(body.has(name)).toBe(false);
  });

  it('carry document sequences', async () => {
    const { send, next } = await open();
    send(
      message(
        OP_MSG,
        int32(0),
        section({ insert: 'beside', $db: 'wire' }),
        sequence('documents', [{ _id: 1 }, { _id: 2 }]),
      ),
    );
    expect((await next()).body.get('n')).toBe(2);
    // The body may come last.
    send(
      message(
        OP_MSG,
        int32(0),
        sequence('documents', [{ _id: 3 }]),
        section({ insert: 'beside', $db: 'wire' }),
      ),
    );
    expect((await next()).body.get('n')).toBe(1);
    send(msg({ count: 'beside' }));
    expect((await next()).body.get('n')).toBe(3);
  });

  it('with a checksum get a response with a checksum', async () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    const { socket, send, next } = await open();
    const answers: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => answers.push(chunk));
    send(checked({ ping: 1, $db: 'wire' }));
    expect(ok(await next())).toBe(1);
    const answer = Buffer.concat(answers);
    expect(answer.readInt32LE(16)).toBe(1);
    expect(answer.readUInt32LE(answer.length - 4)).toBe(crc32c(answer, answer.length - 4));
  });

  it('may have unknown optional flags', async () => {
    const { send, next } = await open();
    send(msg({ ping: 1 }, 1 << 16), msg({ ping: 1 }, -(2 ** 31)));
    expect([ok(await next()), ok(await next())]).toEqual([1, 1]);
  });

  it('with moreToCome get no response, but are executed', async () => {
    const { send, next, replies } = await open();
    send(
      msg({ insert: 'quiet', documents: [{ _id: 1 }], writeConcern: { w: 0 } }, 2),
      msg({ nonsense: 1 }, 2),
    );
    const asked = msg({ ping: 1 });
    send(asked);
    expect((await next()).to).toBe(asked.readInt32LE(4));
    const counted = msg({ count: 'quiet' });
    send(counted);
    const reply = await next();
    expect([reply.to, reply.body.get('n'), replies.length]).toEqual([counted.readInt32LE(4), 1, 0]);
  });
});

const twice = (part: Buffer) => [part, part];

/** A copy of the bytes with one latin1 string replaced by another of the same length. */
function replaced(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.lastIndexOf(from, undefined, 'latin1');
  if (at < 0 || from.length !== to.length) throw new Error(`no ${from} to be replaced`);
  bytes.write(to, at, 'latin1');
  return bytes;
}
const wrong = (document: DocLiteral, from: string, to: string) =>
  replaced(message(OP_MSG, int32(0), section({ ...document, $db: 'wire' })), from, to);

/** The message with the checksum flag and a checksum. */
function checked(document: DocLiteral): Buffer {
  const whole = message(OP_MSG, int32(1), section(document), int32(0));
  whole.writeUInt32LE(crc32c(whole, whole.length - 4), whole.length - 4);
  return whole;
}

describe('malformed messages', () => {
  const torn = encode(doc({ ping: 1, $db: 'wire' }));
  torn[4] = 99;
  const beyond = sequence('documents', [{ _id: 1 }]);
  beyond.writeInt32LE(9999, 1);

  test.each<[string, Buffer, number]>([
    ['a torn document', message(OP_MSG, int32(0), Buffer.from([0]), torn), 22],
    ['a text without its zero', wrong({ ping: 'abc' }, 'abc\0', 'abcd'), 22],
    ['a text longer than its document', wrong({ ping: 'abc' }, '\x04\0\0\0abc', '\xff\0\0\0abc'), 22],
    ['a text of a negative length', wrong({ ping: 'abc' }, '\x04\0\0\0abc', '\xff\xff\xff\xffabc'), 22],
    ['a text that is not UTF-8', wrong({ ping: 'abc' }, 'abc', 'a\xffc'), 22],
    ['a long text that is not UTF-8', wrong({ ping: 'x'.repeat(100) }, 'xxx', 'x\xffx'), 22],
    ['a name that is not UTF-8', wrong({ ping: 1, abc: 1 }, 'abc', 'a\x80c'), 22],
    ['a pattern that is not UTF-8', wrong({ ping: new BSONRegExp('abc') }, 'abc', 'a\xffc'), 22],
    ['a bool that is neither', wrong({ ping: true }, 'ping\0\x01', 'ping\0\x02'), 22],
    ['a list longer than it is', wrong({ ping: [1] }, '\x0c\0\0\0\x10', '\x0d\0\0\0\x10'), 22],
    ['a document shorter than it is', wrong({ ping: { a: 1 } }, '\x0c\0\0\0\x10a', '\x0b\0\0\0\x10a'), 22],
    ['an unknown type', wrong({ ping: { a: 1 } }, '\x10a', '\x40a'), 22],
    ['a field that comes twice', wrong({ ping: 1, a: 1, b: 2 }, '\x10b', '\x10a'), 40413],
    [
      'a field that comes twice in a filter',
      wrong({ find: 'x', filter: { a: 1, b: 2 } }, '\x10b', '\x10a'),
      40413,
    ],
    [
      'a field that comes twice in a statement',
      message(
        OP_MSG,
        int32(0),
        section({ delete: 'a', $db: 'wire' }),
        replaced(sequence('deletes', [{ q: { a: 1, b: 1 }, limit: 0 }]), '\x10b', '\x10a'),
      ),
      40413,
    ],
    [
      'two bodies',
      message(OP_MSG, int32(0), section({ ping: 1, $db: 'x' }), section({ ping: 1, $db: 'x' })),
      40430,
    ],
    [
      'two sequences of one name',
      message(
        OP_MSG,
        int32(0),
        section({ insert: 'a', $db: 'x' }),
        ...twice(sequence('documents', [{ a: 1 }])),
      ),
      40431,
    ],
    [
      'documents beside the body and in it',
      message(
        OP_MSG,
        int32(0),
        section({ insert: 'a', documents: [{ a: 1 }], $db: 'x' }),
        sequence('documents', [{ a: 1 }]),
      ),
      40433,
    ],
    [
      'a sequence that its command does not know',
      message(OP_MSG, int32(0), section({ find: 'a', $db: 'x' }), sequence('documents', [{ a: 1 }])),
      40415,
    ],
    [
      'a document beyond its sequence',
      message(
        OP_MSG,
        int32(0),
        section({ insert: 'a', $db: 'x' }),
        replaced(sequence('documents', [{ a: 1 }]), '\x0c\0\0\0', '\x20\0\0\0'),
        sequence('more', [{ a: 1 }]),
      ),
      16,
    ],
    ['no body', message(OP_MSG, int32(0), sequence('documents', [{ a: 1 }])), 40587],
    ['an unknown kind of section', message(OP_MSG, int32(0), Buffer.from([7]), torn), 40432],
    [
      'a sequence beyond its message',
      message(OP_MSG, int32(0), section({ insert: 'a', $db: 'x' }), beyond),
      16,
    ],
    [
      'a document beyond its message',
      message(OP_MSG, int32(0), Buffer.from([0]), int32(5000), Buffer.alloc(8)),
      16,
    ],
    ['no database', message(OP_MSG, int32(0), section({ ping: 1 })), 40571],
    ['an empty document', message(OP_MSG, int32(0), section({ $db: 'wire' })), 59],
  ])('%s gets an error response, and the connection stays open', async (_what, bytes, code) => {
    const { send, next } = await open();
    send(bytes);
    const { to, body } = await next();
    expect([to, body.get('code')]).toEqual([bytes.readInt32LE(4), code]);
    send(msg({ ping: 1 }));
    expect(ok(await next())).toBe(1);
  });

  const sized = (size: number) => Buffer.concat([int32(size), Buffer.alloc(12)]);

  test.each<[string, Buffer]>([
    ['text', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['a message shorter than its head', sized(15)],
    ['a negative size', sized(-1)],
    ['a message that is too big', sized(48_000_017)],
    ['an unknown operation', message(2012, Buffer.from([1, 2, 3]))],
    ['a query of a collection', query('wire.things', { a: 1 })],
    ['a query without an end', message(OP_QUERY, int32(0), Buffer.from('admin'))],
    [
      'a query with something behind it',
      message(
        OP_QUERY,
        int32(0),
        Buffer.from('admin.$cmd\0'),
        int32(0),
        int32(-1),
        encode(doc({ ping: 1 })),
        int32(7),
      ),
    ],
    ['a message without flags', message(OP_MSG)],
    ['a flag that must be known', msg({ ping: 1 }, 4)],
    ['another flag that must be known', msg({ ping: 1 }, 1 << 15)],
    ['a checksum of something else', replaced(checked({ ping: 1, $db: 'wire' }), 'ping', 'pong')],
    ['a checksum that is none', msg({ ping: 1 }, 1)],
  ])('%s closes its connection, but no other', async (_what, bytes) => {
    const other = await open();
    const { socket, send } = await open();
    const closed = once(socket, 'close');
    send(bytes);
    await closed;
    other.send(msg({ ping: 1 }));
    expect(ok(await other.next())).toBe(1);
  });

  it('do no harm if a client disconnects in the middle of a message or before the response', async () => {
    const { socket } = await open();
    socket.write(msg({ ping: 1 }).subarray(0, 20));
    socket.destroy();
    const second = await open();
    second.send(msg({ insert: 'gone', documents: [{ _id: 1 }] }));
    second.socket.destroy();
    const { send, next } = await open();
    send(msg({ ping: 1 }));
    expect(ok(await next())).toBe(1);
  });
});

/** Fuzzed messages: valid ones, and ones with bytes changed, duplicated or removed. */
const broken = fc
  .tuple(
    fc.constantFrom(
      msg({ find: 'a', filter: { a: { $in: [1, 'x', null, true] } }, sort: { b: -1 } }),
      message(
        OP_MSG,
        int32(0),
        section({ insert: 'a', $db: 'fuzz' }),
        sequence('documents', [{ a: [{ b: 'é' }, new Date(0)], c: new BSONRegExp('x', 'i') }, {}]),
      ),
      message(
        OP_MSG,
        int32(0),
        section({ update: 'a', $db: 'fuzz' }),
        sequence('updates', [{ q: {}, u: { $set: { a: 1 } }, multi: true }]),
      ),
      query('admin.$cmd', { isMaster: 1, helloOk: true }),
      checked({ ping: 1, $db: 'fuzz' }),
    ),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 5, 0x7f, 0x80, 0xff)), { maxLength: 4 }),
    fc.option(fc.tuple(fc.nat(), fc.integer({ min: -8, max: 8 })), { nil: undefined }),
  )
  .map(([whole, changes, cut]) => {
    let bytes = Buffer.from(whole);
    // Only after the header: a message with a wrong length would be a different message.
    for (const [at, byte] of changes) bytes[16 + (at % (bytes.length - 16))] = byte;
    if (cut) {
      const at = 16 + (cut[0] % (bytes.length - 16));
      const rest = bytes.subarray(Math.min(bytes.length, Math.max(16, at + cut[1])));
      bytes = Buffer.concat([bytes.subarray(0, at), rest]);
      bytes.writeInt32LE(bytes.length, 0);
    }
    return bytes;
  });

describe('fuzzed messages', () => {
  it('are decoded or rejected', () => {
    fc.assert(
      fc.property(broken, (bytes) => {
        try {
          const { body, sequences } = readRequest(bytes);
          for (const one of [encode(body), ...[...sequences.values()].flat()]) {
            expect(encode(decodeDocument(one)).length).toBe(one.length);
          }
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('get a response or close the connection, and other connections are not affected', async () => {
    const other = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(broken, { minLength: 1, maxLength: 4 }), async (several) => {
        const { socket, send } = await open();
        const closed = once(socket, 'close');
        send(...several);
        socket.end();
        socket.resume();
        await closed;
        other.send(msg({ ping: 1 }));
        expect(ok(await other.next())).toBe(1);
      }),
      { numRuns: 100 },
    );
  });
});

it('numbers its responses and sets responseTo', () => {
  const request = readRequest(msg({ ping: 1 }));
  const [first, second] = [writeAnswer(request, { ok: 1 }), writeAnswer(request, { ok: 1 })];
  expect(first.readInt32LE(8)).toBe(request.id);
  expect(second.readInt32LE(4)).toBe(first.readInt32LE(4) + 1);
});
