import mongoose, { type Connection } from 'mongoose';

type Database = Pick<NonNullable<Connection['db']>, 'listCollections' | 'collection'>;

/** A document as text; bytes are taken before they turn themselves into base64. */
const dumped = (document: object): string =>
  JSON.stringify(document, function (this: object, name: string, value: unknown) {
    const held: unknown = Reflect.get(this, name);
    return held instanceof mongoose.mongo.Binary ? Buffer.from(held.value()).toString('latin1') : value;
  });

/**
 * All that a database holds, past whoever encrypts it: a line per document, behind the name of its collection. Bytes are the
 * text that they might be.
 */
export async function dumpDatabase(database: Database): Promise<string> {
  const lines: string[] = [];
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    for (const document of await database.collection(name).find().toArray())
      lines.push(`${name} ${dumped(document)}`);
  return lines.join('\n');
}
