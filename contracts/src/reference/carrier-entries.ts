import { carrierCode, carrierName, type CarrierCode } from '../codes/carriers.js';
import type { CarrierEntry } from './reference-list.js';

type Info = Pick<CarrierEntry, 'phone' | 'website' | 'info'>;

/** What an agent looks up before choosing: short, and for the agency to correct as a carrier changes its rules. */
const infos: Record<CarrierCode, Info> = {
  aetna: {
    phone: '(866) 272-6630',
    website: 'https://www.aetnaseniorproducts.com',
    info: 'Final expense, ages 45 to 89. Level benefit takes treated high blood pressure and tablets for diabetes. Insulin before 50: graded.',
  },
  american_amicable: {
    phone: '(800) 736-7311',
    website: 'https://www.americanamicable.com',
    info: 'Final expense and simplified term. Kind to military and to treated anxiety or depression. Point-of-sale decision by phone interview.',
  },
  american_general: {
    phone: '(800) 888-2452',
    website: 'https://www.corebridgefinancial.com',
    info: 'Guaranteed issue, ages 50 to 80, no health questions. Two years graded: a natural death pays back 110 % of the premiums. Never the first quote where another class is open.',
  },
  americo: {
    phone: '(800) 231-0801',
    website: 'https://www.americo.com',
    info: 'Final expense, ages 40 to 85. Instant decision. Takes COPD without oxygen at graded benefit; ask about nebulisers.',
  },
  banner: {
    phone: '(800) 638-8428',
    website: 'https://www.lgamerica.com',
    info: 'Term 10 to 40 years. Among the lowest rates for good health; paramedical examination above 1,000,000. Allows well-controlled diabetes type 2.',
  },
  foresters: {
    phone: '(800) 828-1540',
    website: 'https://www.foresters.com',
    info: 'Final expense and non-medical term to 400,000. Member benefits are a good reason to stay. Diabetes before 40 is a decline for term.',
  },
  gerber: {
    phone: '(800) 704-2180',
    website: 'https://www.gerberlife.com',
    info: 'Guaranteed issue, ages 50 to 80, 5,000 to 25,000. Two years graded. No phone interview, no medical records.',
  },
  liberty_bankers: {
    phone: '(800) 731-4300',
    website: 'https://www.lbig.com',
    info: 'Final expense, ages 18 to 80. Low preferred rates for non-smokers. Phone interview only where the application leaves a question.',
  },
  mutual_of_omaha: {
    phone: '(800) 775-6000',
    website: 'https://www.mutualofomaha.com',
    info: 'Living Promise final expense, ages 45 to 85, and term to 300,000 without examination. Height and weight table is strict: check it first.',
  },
  prosperity: {
    phone: '(800) 876-0199',
    website: 'https://www.prosperitylife.com',
    info: 'Final expense, ages 50 to 80, three classes. Takes oxygen and dialysis at modified benefit where most decline.',
  },
  royal_neighbors: {
    phone: '(800) 627-4762',
    website: 'https://www.royalneighbors.org',
    info: 'Final expense and simplified term. Allows insulin with a start after 30. Grandchild rider at no cost.',
  },
  sbli: {
    phone: '(888) 438-7254',
    website: 'https://www.sbli.com',
    info: 'Term 10 to 30 years, to 750,000 without examination below 60. Decision within minutes. Not sold in every state: check the licence first.',
  },
  transamerica: {
    phone: '(800) 797-2643',
    website: 'https://www.transamerica.com',
    info: 'Final expense, ages 0 to 85, and Trendsetter term. Preferred class for non-smokers in good health; takes direct-express cards for payment.',
  },
};

/** The 13 carriers as a new system has them, sorted by name (rule L36). */
export const builtInCarriers: readonly CarrierEntry[] = carrierCode.options.map((code) => ({
  code,
  text: carrierName(code),
  active: true,
  ...infos[code],
}));
