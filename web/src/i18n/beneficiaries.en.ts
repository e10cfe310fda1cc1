import { laterMessages } from './later-messages.js';

/** The words of the beneficiaries of a life lead. The specification's own names of fields and buttons stand here. */
export const beneficiaryMessages = {
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
    grandKidsHint: 'Number or names',
    workStatus: 'Work status',
    workStatusHint: 'Occupation',
    percent: 'Percent',
    percentSlider: 'Percent by slider',
    left: 'Up to %{percent}% is left',
    apply: 'Apply',
    auto: 'Auto Percent',
    incomplete: 'Fill in the required fields first',
    noneLeft: '100% is assigned: lower another share first',
    unsaved: 'Not applied yet',
    failed: 'Beneficiaries failed to load.',
  },
};

export const useBeneficiaryMessages = laterMessages(beneficiaryMessages);
