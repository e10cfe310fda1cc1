import { blocks, named, ofPart, orFine, warns } from './finding.rules.js';
import { usedNumbers } from './ours.rules.js';

const wantedCountries: ReadonlySet<string> = new Set(['US', 'CA']);
const maxCountries = 6;

const inWords = (names: readonly string[]) =>
  names.length > maxCountries
    ? `${names.slice(0, maxCountries).join(', ')} and ${String(names.length - maxCountries)} more`
    : names.join(', ');

const where = 'in the carrier’s console, under Voice, Settings, Geo permissions';

/** Whether the United States can be called, and whether stolen credentials could call expensive places. */
export const checkCountries = ofPart(
  'countries',
  'The countries that may be called',
  ({ countries }) => countries,
  (countries) => {
    const found = [];
    if (!countries.some(({ isoCode, isOpen }) => isoCode === 'US' && isOpen)) {
      found.push(
        blocks('countries', 'country-closed', {
          sentence: 'The account may not call the United States.',
          remedy: `Allow the United States ${where}.`,
        }),
      );
    }
    const open = countries.filter(({ isoCode, isOpen }) => isOpen && !wantedCountries.has(isoCode));
    if (open.length > 0) {
      found.push(
        warns('countries', 'countries-open', {
          sentence: `The account may call ${inWords(open.map(({ name }) => name))}, which this product never does: whoever gets at the credentials could.`,
          remedy: `Allow the United States and Canada alone ${where}.`,
        }),
      );
    }
    const risky = countries.filter(({ isHighRiskOpen }) => isHighRiskOpen);
    if (risky.length > 0) {
      found.push(
        warns('countries', 'high-risk-open', {
          sentence: `Numbers known for toll fraud may be called in ${inWords(risky.map(({ name }) => name))}.`,
          remedy: `Close the high-risk numbers ${where}.`,
        }),
      );
    }
    return orFine(found, 'countries', 'The United States can be called, and no country that is not needed.');
  },
);

/** Whether calls are signed with the highest attestation, without which phones show them as suspicious. */
export const checkAttestation = ofPart(
  'attestation',
  'The signature of calls',
  ({ trust }) => trust,
  (products, state, wanted) => {
    const remedy =
      'Create it in the carrier’s console, under Trust Hub, SHAKEN/STIR, and assign the numbers.';
    const approved = products.filter(({ status }) => status === 'twilio-approved');
    if (approved.length === 0) {
      const isPending = products.some(({ status }) => ['pending-review', 'in-review'].includes(status));
      return [
        isPending
          ? warns('attestation', 'trust-pending', {
              sentence: 'The trust product that signs calls is still being reviewed.',
              remedy: 'Wait for the review. Until then calls have a low attestation.',
            })
          : warns('attestation', 'no-trust-product', {
              sentence:
                'Calls are not signed (SHAKEN/STIR): phones may show them as spam, and fewer are answered.',
              remedy,
            }),
      ];
    }
    const signed = new Set(approved.flatMap(({ numbers }) => numbers));
    const unsigned = usedNumbers(state, wanted)
      .filter(({ sid }) => !signed.has(sid))
      .map(({ number }) => number);
    return orFine(
      unsigned.length === 0
        ? []
        : [
            warns('attestation', 'number-unsigned', {
              sentence: `Calls from ${named(unsigned)} are not signed: phones may show them as spam.`,
              remedy: 'Assign the numbers to the trust product for SHAKEN/STIR, under Trust Hub.',
              numbers: unsigned,
            }),
          ],
      'attestation',
      'Calls are signed with the highest attestation.',
    );
  },
);
