import type { CarrierChange, CarrierReport, FindingSeverity } from '@crm/contracts/http/carrier.js';
import { toShown } from '@crm/contracts/phone.js';

const headings: Record<FindingSeverity, string> = {
  blocks: 'Blocks calls or texts',
  warns: 'Warnings',
  fine: 'Fine',
};

/** A report as the terminal shows it: what blocks first, each with what to do. */
export function reportLines({ findings, settings }: CarrierReport): string[] {
  const sections = (['blocks', 'warns', 'fine'] as const).flatMap((severity) => {
    const own = findings.filter((each) => each.severity === severity);
    if (own.length === 0) return [];
    return [
      `${headings[severity]} (${String(own.length)})`,
      ...own.flatMap(({ sentence, remedy }) => [
        `  - ${sentence}`,
        ...(remedy === '' ? [] : [`    ${remedy}`]),
      ]),
      '',
    ];
  });
  const toSet =
    settings.length === 0
      ? []
      : ['Add to the settings and restart:', ...settings.map((line) => `  ${line}`), ''];
  return [...sections, ...toSet];
}

const targets = {
  number: (name: string) => toShown(name),
  application: (name: string) => `TwiML application ${name}`,
  'messaging-service': (name: string) => `Messaging Service ${name}`,
  sender: (name: string) => toShown(name),
};
const value = (text: string) => (text === '' ? 'none' : text);

/** The changes as the terminal shows them: each setting, what it is and what it would be. */
export const changeLines = (changes: readonly CarrierChange[]): string[] =>
  changes.flatMap(({ target, sid, name, fields }) => [
    `${targets[target](name)}${sid === null ? ' (new)' : ''}`,
    ...(target === 'sender'
      ? ['  added to the Messaging Service']
      : fields.map(({ field, from, to }) => `  ${field}: ${value(from)} -> ${value(to)}`)),
  ]);
