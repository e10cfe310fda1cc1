import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crm } from './crm-en.js';
import { es } from './es.js';

interface Messages {
  readonly [key: string]: string | Messages;
}

const leavesOf = (messages: Messages, path = 'crm'): [string, string][] =>
  Object.entries(messages).flatMap(([key, below]): [string, string][] =>
    typeof below === 'string' ? [[`${path}.${key}`, below]] : leavesOf(below, `${path}.${key}`),
  );

const isMessages = (exported: unknown): exported is Messages =>
  typeof exported === 'object' && exported !== null && !Array.isArray(exported);

/** Every table of English messages; what is said on the phone goes by the customer's language, not the agent's. */
async function englishTables(): Promise<Messages[]> {
  const names = readdirSync(join(process.cwd(), 'web/src/i18n')).filter(
    (name) => name.endsWith('.en.ts') && name !== 'script-texts.en.ts',
  );
  const tables: Messages[] = [crm];
  // One after the other: Jest links modules that share others no other way.
  for (const name of names) {
    const module: unknown = await import(`./${name.replace(/ts$/, 'js')}`);
    if (isMessages(module)) tables.push(...Object.values(module).filter(isMessages));
  }
  return tables;
}

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name))].sort();
const formsOf = (text: string) => text.split('||||').length;

const english = new Map<string, string>();
const clashes: string[] = [];
const spanish = new Map<string, string>();

beforeAll(async () => {
  for (const [key, text] of (await englishTables()).flatMap((table) => leavesOf(table))) {
    const known = english.get(key);
    if (known !== undefined && known !== text) clashes.push(key);
    english.set(key, text);
  }
  const { crm: words } = es;
  if (isMessages(words)) for (const [key, text] of leavesOf(words)) spanish.set(key, text);
});

test('Spanish has every sentence that English has, and no other', () => {
  expect(english.size).toBeGreaterThan(1_500);
  expect([...english.keys()].filter((key) => !spanish.has(key))).toEqual([]);
  expect([...spanish.keys()].filter((key) => !english.has(key))).toEqual([]);
});

test('no two screens say something different under one key: in Spanish they share one table', () => {
  expect(clashes).toEqual([]);
});

test('a sentence in Spanish has the values of the English one', () => {
  const other = [...english].filter(
    ([key, text]) => placeholders(text).join() !== placeholders(spanish.get(key) ?? '').join(),
  );
  expect(other).toEqual([]);
});

test('a sentence in Spanish has a form for one and for many where the English one has them', () => {
  const fewer = [...english].filter(([key, text]) => formsOf(spanish.get(key) ?? '') < formsOf(text));
  expect(fewer).toEqual([]);
  const many = [...spanish.values()].filter((text) => formsOf(text) > 2);
  expect(many).toEqual([]);
});

test('hardly a sentence is the same in both: those are names and signs', () => {
  const same = [...english].filter(([key, text]) => spanish.get(key) === text && /[a-z]{4}/i.test(text));
  expect(same.map(([, text]) => text).sort()).toMatchInlineSnapshot(`
[
  "%{chart}: %{bar}",
  "%{count} / %{most}",
  "%{count} / 13",
  "%{count} s",
  "%{date} (%{age})",
  "%{day} %{time}",
  "%{field}: %{message}",
  "%{from} – %{to}",
  "%{kind}, %{size}",
  "%{kind}: %{reason}",
  "%{percent}%",
  "%{points} pts",
  "%{record} %{id}",
  "%{record} …%{id}",
  "%{smart_count} %{one} |||| %{smart_count} %{many}",
  "%{state} %{count}",
  "%{time} PT",
  "%{with}, %{days}",
  "Auto",
  "Enter",
  "Jornaya",
  "Manual",
  "Normal",
  "Supervisor",
  "Token",
  "Total",
  "TrustedForm",
  "Webhook",
  "Webhook %{lead}",
  "“%{reason}”",
]
`);
});
