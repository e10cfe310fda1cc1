import { laterWords } from './later-words.js';

/** The words of the beneficiaries of a life lead. The specification's own names of fields and buttons stand here. */
const beneficiaryWords = {
  beneficiary: {
    slots: 'Beneficiary',
    slot1: 'Primary',
    slot2: 'Secondary',
    slot3: 'Tertiary',
    shareOf: '%{percent}%',
    shareNone: 'open',
    total: '%{percent}% of 100% given',
    name: 'Name',
    relative: 'Relative',
    dob: 'Date of birth',
    location: 'Location',
    grandKids: 'Grand kids',
    grandKidsHint: 'How many, or their names',
    workStatus: 'Work status',
    workStatusHint: 'The occupation',
    percent: 'Percent',
    percentSlider: 'Percent by slider',
    left: 'Up to %{percent}% is left',
    apply: 'Apply',
    auto: 'Auto Percent',
    incomplete: 'Fill in the required fields first',
    tooMuch: 'Lower the percent first: the others leave %{percent}%',
    noneLeft: 'Nothing of the 100% is left: lower another share first',
    unsaved: 'Not applied yet',
    failed: 'The beneficiaries could not be loaded.',
  },
};

export const useBeneficiaryWords = laterWords(beneficiaryWords);
