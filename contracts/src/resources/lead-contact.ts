import { emailPattern } from '../address-formats.js';
import { defaultLanguage, languages } from '../codes/languages.js';
import { choiceWithDefault, flag, optionsOf } from '../fields/choice-kinds.js';
import { lineLength } from '../fields/formats.js';
import { height, pounds } from '../fields/number-kinds.js';
import { email, phone, text, zip } from '../fields/text-kinds.js';
import { birthDate } from '../fields/time-kinds.js';

/** A line of a lead's form: unknown is null. */
export const leadLine = { max: lineLength, nothing: null } as const;

/** Addresses, names and numbers came from elsewhere, too: what is stored of them may be what nobody may send. */
const lenient = { lenient: true } as const;
const phoneOptions = { ...lenient, isSentTyped: true, none: 'Phone is required' } as const;

const wordsOf = (name: string) => name.split(/\s+/);

/** How the customer of any lead is reached. */
export const contactFields = {
  fullname: text({
    ...lenient,
    max: lineLength,
    required: true,
    label: 'Full Name',
    section: 'contact',
    group: null,
    needed: 'always',
    row: true,
    importAs: {
      inReasons: 'Full name',
      headings: [
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
    },
    mergeAs: [
      { name: 'fullname', label: "Customer's full name" },
      { name: 'first_name', label: "Customer's first name", part: (name) => wordsOf(name)[0] ?? '' },
      {
        name: 'last_name',
        label: "Customer's last name",
        part: (name) => wordsOf(name).slice(1).at(-1) ?? '',
      },
    ],
    example: 'Raymond Okafor',
  }),
  phone: phone({
    ...phoneOptions,
    label: 'Phone',
    section: 'contact',
    group: null,
    needed: 'always',
    row: true,
    importAs: {
      headings: [
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
    },
    mergeAs: [{ name: 'phone', label: "Customer's phone" }],
    example: '+12145550117',
  }),
  second_phone: phone({
    ...phoneOptions,
    label: 'Second Phone',
    short: 'Second phone',
    section: 'contact',
    importAs: {
      headings: [
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
    },
    example: '+12145550163',
  }),
  email: email({
    ...lenient,
    matches: emailPattern,
    none: 'E-mail is required',
    label: 'Email',
    section: 'contact',
    needed: 'always',
    row: true,
    importAs: {
      inReasons: 'E-mail',
      headings: ['email', 'emailaddress', 'mail', 'emailid', 'primaryemail', 'email1'],
    },
    mergeAs: [{ name: 'email', label: "Customer's e-mail", unknown: '(their e-mail)' }],
    example: 'r.okafor@example.com',
  }),
  address: text({
    ...leadLine,
    label: 'Address',
    section: 'contact',
    importAs: {
      headings: [
        'address',
        'streetaddress',
        'street',
        'address1',
        'addressline1',
        'mailingaddress',
        'homeaddress',
      ],
    },
    example: '4180 Juniper Hollow Rd',
  }),
  zipcode: zip({
    ...lenient,
    label: 'Zip code',
    section: 'contact',
    group: null,
    importAs: {
      inReasons: 'ZIP',
      headings: ['zip', 'zipcode', 'postalcode', 'postcode', 'zip5', 'zippostalcode'],
    },
    example: '75201',
  }),
  /** What the product writes and says to them by itself is in this language. */
  language: choiceWithDefault({
    label: 'Language',
    section: 'contact',
    row: true,
    of: optionsOf(languages),
    initially: defaultLanguage,
    importAs: {
      headings: [
        'language',
        'lang',
        'preferredlanguage',
        'primarylanguage',
        'spokenlanguage',
        'customerlanguage',
        'idioma',
      ],
      written: {
        en: ['eng', 'en-us', 'inglés', 'ingles'],
        es: ['esp', 'spa', 'span', 'es-us', 'es-mx', 'español', 'espanol', 'castellano'],
      },
    },
    example: 'en',
  }),
};

/** A voicemail may be left on a machine. */
export const agreedToRecording = flag({
  label: 'Agreed to recorded calls and messages',
  short: 'Recording agreed',
  section: 'risk',
  group: 'contact',
  only: 'edit',
  example: 0,
});

/** The state that a customer lives in, as both types of leads say it. */
export const saidOfState = {
  label: 'State',
  section: 'contact',
  row: true,
  importAs: {
    headings: ['state', 'statecode', 'st', 'province', 'stateprovince', 'statename', 'region'],
  },
  mergeAs: [{ name: 'state', label: "Customer's state", unknown: '(their state)' }],
  example: 'TX',
} as const;

/** Who the customer of any lead is: read in lines that take several of these together. */
export const bodyFields = {
  birth_date: birthDate({
    label: 'Birth date',
    short: 'DOB',
    section: 'person',
    needed: 'always',
    row: true,
    sealed: true,
    importAs: {
      headings: ['birthdate', 'dob', 'dateofbirth', 'birthday', 'birth', 'borndate'],
    },
    mergeAs: [{ name: 'birth', unknown: '(date of birth)' }],
    example: '1957-06-02',
  }),
  height: height({
    label: 'Height',
    section: 'person',
    sealed: true,
    importAs: { headings: ['height', 'heightinches', 'heightin'] },
    example: 70,
  }),
  weight: pounds({
    label: 'Pounds',
    section: 'person',
    group: null,
    sealed: true,
    importAs: { headings: ['weight', 'pounds', 'lbs', 'weightlbs', 'weightpounds'] },
    example: 184,
  }),
};

export const saidOfGender = {
  label: 'Gender',
  group: null,
  importAs: { headings: ['gender', 'sex'] },
} as const;

export const saidOfTobacco = {
  label: 'Tobacco',
  sealed: true,
  importAs: { headings: ['tobacco', 'smoker', 'tobaccouse', 'smokes'] },
} as const;

/** What a customer earns is one column of files, and a field of its own in either type of leads. */
export const incomeInFiles = {
  name: 'income',
  label: 'Income',
  headings: ['income', 'totalincome', 'annualincome', 'yearlyincome', 'incomeperyear', 'householdincome'],
} as const;

/** Columns of a name in parts, of which files make the whole. */
export const nameColumns = [
  {
    name: 'first_name',
    label: 'First Name',
    headings: ['firstname', 'first', 'fname', 'givenname', 'forename'],
  },
  { name: 'last_name', label: 'Last Name', headings: ['lastname', 'last', 'lname', 'surname', 'familyname'] },
] as const;
