import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import { startTestStore } from '../testing/test-store.js';
import { fileStore } from './file-store.js';

const { MongoClient } = mongoose.mongo;

test('files are written, read in part, found and dropped by the client of the moment, and by the one that replaces it', async () => {
  const server = await startTestStore();
  const database = randomUUID();
  const [stuck, fresh] = [new MongoClient(server.uri), new MongoClient(server.uri)];
  const connection = { db: stuck.db(database) };
  const files = fileStore(connection, 'uploads');
  const first = new mongoose.Types.ObjectId();
  await pipeline(Readable.from([Buffer.from('a,b,c')]), files.openUploadStreamWithId(first, 'first.csv'));

  connection.db = fresh.db(database);
  await stuck.close();

  expect(await text(files.openDownloadStream(first, { start: 2, end: 5 }))).toBe('b,c');
  const second = new mongoose.Types.ObjectId();
  await pipeline(Readable.from([Buffer.from('d')]), files.openUploadStreamWithId(second, 'second.csv'));
  expect(await files.find({ _id: second }).toArray()).toMatchObject([{ filename: 'second.csv', length: 1 }]);
  await files.delete(first);
  expect(await files.find({ _id: first }).toArray()).toEqual([]);
  await fresh.close();
  await server.stop();
});

test('a connection that was never open has no files', () => {
  expect(() => fileStore({ db: undefined }, 'uploads')).toThrow('need a connected store');
});
