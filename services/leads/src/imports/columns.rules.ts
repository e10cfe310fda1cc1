/** The fields of a lead that a column of a file can fill. */
export const importField = [
  'fullname',
  'first_name',
  'last_name',
  'email',
  'phone',
  'second_phone',
  'address',
  'city',
  'county',
  'zipcode',
  'state',
  'birth_date',
  'gender',
  'height',
  'weight',
  'tobacco',
  'income',
  'mortgage_remaining',
] as const;
export type ImportField = (typeof importField)[number];

// The usual spellings of each field's heading, letters and digits alone.
const spellings: Record<ImportField, readonly string[]> = {
  fullname: [
    'fullname',
    'name',
    'clientname',
    'customername',
    'leadname',
    'contactname',
    'contact',
    'client',
    'customer',
  ],
  first_name: ['firstname', 'first', 'fname', 'givenname', 'forename'],
  last_name: ['lastname', 'last', 'lname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'emailid', 'primaryemail', 'email1'],
  phone: [
    'phone',
    'phonenumber',
    'phoneno',
    'primaryphone',
    'phone1',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'cellnumber',
    'telephone',
    'telephonenumber',
    'tel',
    'homephone',
    'contactnumber',
    'contactphone',
    'number',
  ],
  second_phone: [
    'secondphone',
    'secondaryphone',
    'phone2',
    'altphone',
    'alternatephone',
    'alternativephone',
    'otherphone',
    'workphone',
    'secondphonenumber',
  ],
  address: [
    'address',
    'streetaddress',
    'street',
    'address1',
    'addressline1',
    'mailingaddress',
    'homeaddress',
  ],
  city: ['city', 'town'],
  county: ['county'],
  zipcode: ['zip', 'zipcode', 'postalcode', 'postcode', 'zip5', 'zippostalcode'],
  state: ['state', 'statecode', 'st', 'province', 'stateprovince', 'statename', 'region'],
  birth_date: ['birthdate', 'dob', 'dateofbirth', 'birthday', 'birth', 'borndate'],
  gender: ['gender', 'sex'],
  height: ['height', 'heightinches', 'heightin'],
  weight: ['weight', 'pounds', 'lbs', 'weightlbs', 'weightpounds'],
  tobacco: ['tobacco', 'smoker', 'tobaccouse', 'smokes'],
  income: ['income', 'totalincome', 'annualincome', 'yearlyincome', 'incomeperyear', 'householdincome'],
  mortgage_remaining: [
    'mortgageremaining',
    'remainingmortgage',
    'remainningmortgage',
    'mortgagebalance',
    'mortgageamount',
  ],
};

const fieldBySpelling = new Map(
  importField.flatMap((field) => spellings[field].map((spelling) => [spelling, field] as const)),
);

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Which column fills which field, by its heading: position to field. The first column of a field counts; a second
 * phone column fills the second phone.
 */
export function matchColumns(headings: readonly string[]): Map<number, ImportField> {
  const columns = new Map<number, ImportField>();
  const taken = new Set<ImportField>();
  for (const [position, heading] of headings.entries()) {
    const named = fieldBySpelling.get(plain(heading));
    const field = named === 'phone' && taken.has('phone') ? 'second_phone' : named;
    if (!field || taken.has(field)) continue;
    taken.add(field);
    columns.set(position, field);
  }
  return columns;
}

/** Why a file with these columns cannot be imported, or undefined where it can. */
export function missingColumns(
  columns: ReadonlyMap<number, ImportField>,
  headings: readonly string[],
): string | undefined {
  const fields = new Set(columns.values());
  const missing = [
    ...(fields.has('fullname') || fields.has('first_name') || fields.has('last_name')
      ? []
      : ['the full name']),
    ...(fields.has('phone') ? [] : ['the phone number']),
  ];
  if (missing.length === 0) return undefined;
  const found = headings
    .map((heading) => heading.trim())
    .filter(Boolean)
    .slice(0, 12)
    .join(', ');
  return `No column holds ${missing.join(' and ')}. The first line has: ${found || 'nothing'}`;
}

const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The delimiter that the first line of a file speaks for: the one that stands in it most often outside quotes. */
export function detectDelimiter(firstLine: string): Delimiter {
  const outside = firstLine.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, count: outside.split(delimiter).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/**
 * The encoding of a file by its first bytes, decided on 64 KB: UTF-8 where they are valid UTF-8, else windows-1252
 * (settled: CSV). A character cut at the very end is no sign against UTF-8.
 */
export function detectEncoding(head: Buffer): 'utf-8' | 'windows-1252' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** How many bytes of a byte order mark stand before the text. */
export function byteOrderMark(head: Buffer): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

/** Why the first bytes cannot be those of a text file, or undefined. */
export function notText(head: Buffer): string | undefined {
  if (head.length === 0) return 'The file is empty';
  if (head.includes(0)) return 'The file is not a CSV text file';
  return undefined;
}
