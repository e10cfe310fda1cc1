import type { PersonRecordKind } from '@crm/contracts/customers/privacy.js';
import type { Evidence } from '@crm/contracts/http/evidence.js';
import { isNamedValues, type NamedValues } from '@crm/contracts/named-values.js';
import { toShown } from '@crm/contracts/phone.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** A text as HTML shows it, whatever is in it. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The sections in their order; kinds of records that prove nothing about contact are in the JSON alone. */
const sections: readonly (readonly [PersonRecordKind, string])[] = [
  ['consents', 'Consents'],
  ['do_not_contact', 'Opt-outs'],
  ['contact_decisions', 'Attempts and their permission'],
  ['contact_overrides', 'Rules set aside'],
  ['calls', 'Calls'],
  ['texts', 'Texts'],
  ['emails', 'E-mails'],
  ['recordings', 'Recordings'],
  ['voicemails', 'Voicemails'],
  ['missed_calls', 'Missed calls'],
  ['dialled', 'Dialled automatically'],
  ['notes', 'Notes'],
  ['leads', 'Leads as they are stored'],
];

const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);
const shownInstant = (text: string) => `${text.slice(0, 10)} ${text.slice(11, 19)}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** `our_number` as a heading. */
const heading = (key: string) => escapeHtml(capital(key.replaceAll('_', ' ')));

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isNamedValues(value) && Object.keys(value).length === 0);

/** A value as HTML: what is inside of it is named beside it. */
function shown(value: unknown): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return escapeHtml(isInstant(value) ? shownInstant(value) : value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each === 'string' || typeof each === 'number');
    return isPlain
      ? value.map(shown).join(', ')
      : `<ul>${value.map((each) => `<li>${shown(each)}</li>`).join('')}</ul>`;
  }
  if (!isNamedValues(value)) return '';
  return Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([key, inner]) => `<span class="key">${heading(key)}</span> ${shown(inner)}`)
    .join('; ');
}

function table(items: readonly NamedValues[]): string {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item).filter((key) => !isEmpty(item[key]))))];
  const head = keys.map((key) => `<th scope="col">${heading(key)}</th>`).join('');
  const rows = items.map((item) => `<tr>${keys.map((key) => `<td>${shown(item[key])}</td>`).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** A record with very many fields, one below the other. */
const listOfFields = (items: readonly NamedValues[]) =>
  items
    .map((item) => {
      const rows = Object.entries(item)
        .filter(([, value]) => !isEmpty(value))
        .map(([key, value]) => `<tr><th scope="row">${heading(key)}</th><td>${shown(value)}</td></tr>`);
      return `<table class="fields"><tbody>${rows.join('\n')}</tbody></table>`;
    })
    .join('\n');

const style = `
:root { color-scheme: light; font: 14px/1.45 system-ui, sans-serif; color: #1b1f27; background: #fff; }
body { max-width: 1200px; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 18px; margin: 32px 0 8px; }
p { margin: 4px 0; } .about { color: #596273; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #d5d9e0; padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
th { background: #f3f5f8; font-weight: 600; overflow-wrap: normal; }
.fields { margin-bottom: 16px; } .fields th { width: 220px; }
ul { margin: 0; padding-left: 16px; } .key { color: #596273; }
nav { margin: 16px 0; } nav a { margin-right: 12px; color: #1d4fa8; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } tr { break-inside: avoid; } nav { display: none; } .wide { overflow: visible; } }
`;

/** The readable page of a pack: one file without scripts or anything from elsewhere; whatever customers wrote stays text. */
export function evidencePage({ id, made_at, made_by, person, leads, records }: Evidence): string {
  const itemsOf = (kind: PersonRecordKind) =>
    records.filter((each) => each.kind === kind).flatMap(({ items }) => items);
  const found = sections.map(([kind, title]) => ({ kind, title, items: itemsOf(kind) }));
  const addresses = [...person.phones.map(toShown), ...person.emails];
  const names = [...new Set(leads.map(({ fullname }) => fullname))];
  const title = `Evidence pack: ${[...names, ...addresses].join(', ') || 'nobody'}`;
  const parts = found.map(({ kind, title: name, items }) => {
    const content =
      items.length === 0
        ? '<p class="about">None</p>'
        : kind === 'leads'
          ? listOfFields(items)
          : table(items);
    return `<section id="${kind}"><h2>${escapeHtml(name)} (${String(items.length)})</h2>\n${content}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p class="about">Pack ${escapeHtml(id)}, made ${shownInstant(made_at)} by ${escapeHtml(made_by)}. All times are UTC.</p>
<p class="about">evidence.json has the same records and more; <code>sha256sum -c manifest.sha256</code> checks both files.</p>
<nav>${found.map(({ kind, title: name, items }) => `<a href="#${kind}">${escapeHtml(name)} (${String(items.length)})</a>`).join(' ')}</nav>
<section id="person"><h2>Person</h2>
${leads.length === 0 ? '<p class="about">No lead</p>' : table(leads)}</section>
${parts.join('\n')}
</body>
</html>
`;
}
