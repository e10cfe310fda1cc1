import type { NumberInUse } from '@crm/contracts/http/carrier.js';
import { toShown } from '@crm/contracts/phone.js';
import type { AccountNumber, AccountState, Wanted } from './account-state.js';
import { blocks, ofPart, orFine, warns } from './finding.rules.js';
import { named } from './finding.rules.js';
import { ownNumbers, usedNumbers } from './ours.rules.js';

const numbersOf = (list: readonly AccountNumber[]) => list.map(({ number }) => number);

type Owned = NumberInUse & { kind: Exclude<NumberInUse['kind'], 'pool'> };

const isOwned = (number: NumberInUse): number is Owned => number.kind !== 'pool';

/** Whose a number is, as a sentence says it. */
const ownerOf = ({ kind, name }: Owned) =>
  kind === 'default' ? 'the default number' : kind === 'state' ? `the number of ${name}` : `${name}’s number`;

/** Numbers that are used here and are none of the account's. */
function foreign(numbers: readonly AccountNumber[], inUse: readonly NumberInUse[]) {
  const known = new Set(numbersOf(numbers));
  const missing = inUse.filter(isOwned).filter(({ phone }) => !known.has(phone));
  const each = (kind: Owned['kind'], code: string, where: string) => {
    const those = missing.filter((one) => one.kind === kind);
    if (those.length === 0) return [];
    const [first] = those;
    const who = those.length === 1 && first ? `${toShown(first.phone)}, ${ownerOf(first)},` : '';
    return [
      blocks('numbers', code, {
        sentence:
          who === ''
            ? `${named(those.map(({ phone }) => phone))}, of ${those.map(({ name }) => name).join(', ')}, are not in the carrier account: no call can be placed from them.`
            : `${who} is not in the carrier account: no call can be placed from it.`,
        remedy: `Buy the number or move it into the account, or choose one of the account’s under ${where}.`,
        numbers: those.map(({ phone }) => phone),
      }),
    ];
  };
  return [
    ...each('user', 'agent-number-foreign', 'Agents or Guides'),
    ...each('state', 'state-number-foreign', 'State numbers'),
    ...each('default', 'default-number-foreign', 'Default settings'),
  ];
}

/** Numbers of the pool that the account has no longer: calls go out from others. One that is somebody's is theirs. */
function foreignOfPool(numbers: readonly AccountNumber[], inUse: readonly NumberInUse[]) {
  const known = new Set([...numbersOf(numbers), ...inUse.filter(isOwned).map(({ phone }) => phone)]);
  const gone = inUse.map(({ phone }) => phone).filter((phone) => !known.has(phone));
  if (gone.length === 0) return [];
  return [
    warns('numbers', 'pool-number-foreign', {
      sentence: `${named(gone)} ${gone.length === 1 ? 'is' : 'are'} no longer in the carrier account: leads there are called from other numbers.`,
      remedy: 'Delete them under Numbers, or move them back into the account.',
      numbers: gone,
    }),
  ];
}

/** What numbers of ours can and cannot do. */
function capabilities(state: AccountState, wanted: Wanted) {
  const used = usedNumbers(state, wanted);
  const mute = numbersOf(used.filter(({ capabilities: { voice } }) => !voice));
  const textless = numbersOf(used.filter(({ capabilities: { voice, sms } }) => voice && !sms));
  return [
    ...(mute.length === 0
      ? []
      : [
          blocks('numbers', 'number-without-voice', {
            sentence: `${named(mute)} cannot be used for calls.`,
            remedy: 'Choose numbers with the capability Voice.',
            numbers: mute,
          }),
        ]),
    ...(textless.length === 0
      ? []
      : [
          warns('numbers', 'number-without-texts', {
            sentence: `${named(textless)} can neither send nor receive texts.`,
            remedy: 'Choose numbers with the capability SMS where customers are to be texted.',
            numbers: textless,
          }),
        ]),
  ];
}

/** Whether calls and texts to our numbers come to us. */
function addresses(state: AccountState, wanted: Wanted) {
  const { number, fallback, texts } = wanted.addresses;
  const own = ownNumbers(state, wanted);
  const trunked = numbersOf(own.filter(({ trunkSid }) => trunkSid !== ''));
  const lost = numbersOf(
    own.filter(
      ({ voiceUrl, voiceMethod, voiceApplicationSid }) =>
        voiceUrl !== number || voiceMethod !== 'POST' || voiceApplicationSid !== '',
    ),
  );
  const silent = numbersOf(
    own.filter(
      ({ capabilities: { sms }, smsUrl, smsMethod, smsApplicationSid }) =>
        sms && (smsUrl !== texts || smsMethod !== 'POST' || smsApplicationSid !== ''),
    ),
  );
  const alone = numbersOf(
    own.filter(
      ({ capabilities: { sms }, voiceFallbackUrl, smsFallbackUrl }) =>
        voiceFallbackUrl !== fallback || (sms && smsFallbackUrl !== texts),
    ),
  );
  return [
    ...(trunked.length === 0
      ? []
      : [
          blocks('numbers', 'number-on-trunk', {
            sentence: `Calls to ${named(trunked)} go to a SIP trunk, and not to this installation.`,
            remedy: 'Take the numbers off the trunk in the carrier’s console, or use others.',
            numbers: trunked,
          }),
        ]),
    ...(lost.length === 0
      ? []
      : [
          blocks('numbers', 'number-voice-address', {
            sentence: `Calls to ${named(lost)} do not reach this installation.`,
            remedy: `Mend: the voice address is set to ${number}, by POST.`,
            numbers: lost,
            mendable: true,
          }),
        ]),
    ...(silent.length === 0
      ? []
      : [
          blocks('numbers', 'number-text-address', {
            sentence: `Texts to ${named(silent)}, STOP among them, do not reach this installation.`,
            remedy: `Mend: the text address is set to ${texts}, by POST.`,
            numbers: silent,
            mendable: true,
          }),
        ]),
    ...(alone.length === 0
      ? []
      : [
          warns('numbers', 'number-fallback', {
            sentence: `If this installation does not answer at once, callers of ${named(alone)} hear nothing, and texts are lost.`,
            remedy: `Mend: the fallback for calls is set to ${fallback}, and texts are delivered a second time.`,
            numbers: alone,
            mendable: true,
          }),
        ]),
  ];
}

/** Whether there are numbers, whether those in use are the account's, and where calls and texts to them go. */
export const checkNumbers = ofPart(
  'numbers',
  'The numbers',
  ({ numbers }) => numbers,
  (numbers, state, wanted) => {
    if (numbers.length === 0) {
      return [
        blocks('numbers', 'no-numbers', {
          sentence: 'The account has no phone numbers.',
          remedy: 'Buy numbers with Voice and SMS in the carrier’s console.',
        }),
      ];
    }
    const { inUse } = wanted;
    const found = [
      ...(inUse === undefined
        ? [
            warns('numbers', 'numbers-in-use-unknown', {
              sentence: 'The numbers of agents and states were not compared: this installation does not run.',
              remedy: 'Start the installation and check again.',
            }),
          ]
        : [...foreign(numbers, inUse), ...foreignOfPool(numbers, inUse)]),
      ...(inUse?.some(({ kind }) => kind === 'default') === false
        ? [
            warns('numbers', 'no-default-number', {
              sentence: 'There is no default number: users and states without one cannot place calls.',
              remedy: 'Choose one under Default settings.',
            }),
          ]
        : []),
      ...capabilities(state, wanted),
      ...addresses(state, wanted),
    ];
    return orFine(
      found,
      'numbers',
      `Calls and texts to ${String(ownNumbers(state, wanted).length)} numbers reach this installation.`,
    );
  },
);
