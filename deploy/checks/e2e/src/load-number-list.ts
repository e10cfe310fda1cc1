import { suppressionLists, uploadSuppressionList } from '@crm/contracts/resources/suppression-list.js';
import { callerFor, people } from './people.js';

/** Loads a list of two numbers as an admin, unless one of that name is there, and waits until it is in force. */
export async function loadNumberList(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { client, token } = await callerFor(url, people.admin);
  const named = async () =>
    (await client.call(suppressionLists.calls.list, { query: {} })).answer.find(
      ({ name, status }) => name === fields['name'] && status === 'loaded',
    );
  if ((await named()) !== undefined) return;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob(['phone\n2145559901\n2145559902\n']), 'numbers.csv');
  const response = await fetch(`${url}${uploadSuppressionList.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!response.ok) throw new Error(`The list was refused: ${await response.text()}`);
  while ((await named()) === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
}
