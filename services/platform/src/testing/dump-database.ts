import type { Connection } from 'mongoose';

type Database = Pick<NonNullable<Connection['db']>, 'listCollections' | 'collection'>;

/**
 * All that a database holds, past whoever encrypts it: a line per document, behind the name of its collection. Bytes are the
 * text that they might be.
 */
export async function dumpDatabase(database: Database): Promise<string> {
  const lines: string[] = [];
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    for (const document of await database.collection(name).find().toArray())
      lines.push(
        `${name} ${JSON.stringify(document, (_key, value: unknown) =>
          typeof value === 'object' && value !== null && 'buffer' in value
            ? Buffer.from(value.buffer as Uint8Array).toString('latin1')
            : value,
        )}`,
      );
  return lines.join('\n');
}
