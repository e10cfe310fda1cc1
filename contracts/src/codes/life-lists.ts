import { z } from 'zod';

/** A choice of a list: the value that is stored and the words that are shown. */
export interface Choice<V extends string | number = string> {
  value: V;
  text: string;
}

/** Product types: `fex` is final expense, the rest are terms in years (rule L5). */
export const term = z.enum(['fex', '10', '15', '20', '25', '30']);
export type Term = z.infer<typeof term>;
export const terms: readonly Choice<Term>[] = [
  { value: 'fex', text: 'Final expense' },
  { value: '10', text: 'Term 10' },
  { value: '15', text: 'Term 15' },
  { value: '20', text: 'Term 20' },
  { value: '25', text: 'Term 25' },
  { value: '30', text: 'Term 30' },
];

/** Rate classes of a term policy, and those of final expense. */
export const termRateClass = z.enum(['pp', 'p', 'sp', 's']);
export const fexRateClass = z.enum(['lb', 'gb', 'gi']);
export const rateClass = z.enum([...termRateClass.options, ...fexRateClass.options]);
export type RateClass = z.infer<typeof rateClass>;
export const rateClasses: readonly Choice<RateClass>[] = [
  { value: 'pp', text: 'Preferred plus' },
  { value: 'p', text: 'Preferred' },
  { value: 'sp', text: 'Standard plus' },
  { value: 's', text: 'Standard' },
];
export const fexRateClasses: readonly Choice<RateClass>[] = [
  { value: 'lb', text: 'Level benefit' },
  { value: 'gb', text: 'Graded benefit' },
  { value: 'gi', text: 'Guaranteed issue' },
];

const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);

/** Coverage amounts in dollars (rule L20). */
export const fexCoverageAmounts: readonly number[] = steps(1_000, 50_000, 1_000);
export const termCoverageAmounts: readonly number[] = steps(10_000, 2_000_000, 10_000);

/** Funeral types, kept in the field `disability`. */
export const funeralType = z.enum(['Casket', 'Cremation', 'I am not sure']);
export type FuneralType = z.infer<typeof funeralType>;

/** Job statuses: 1 asks for the income, 2 and 4 for the mortgage, 3 for the final-expense flag and funeral type. */
export const jobStatus = z.enum(['1', '2', '3', '4']);
export type JobStatus = z.infer<typeof jobStatus>;
export const jobStatuses: readonly Choice<JobStatus>[] = [
  { value: '1', text: 'Currently Employed' },
  { value: '2', text: 'Retired' },
  { value: '3', text: 'On Disability' },
  { value: '4', text: 'Homemaker / Other' },
];

export const childrenAmount = z.enum(['1', '2', '3+']);
export type ChildrenAmount = z.infer<typeof childrenAmount>;

export const gender = z.enum(['m', 'f']);
export type Gender = z.infer<typeof gender>;

export const months: readonly Choice[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
].map((text, index) => ({ value: String(index + 1).padStart(2, '0'), text }));

/** Heights in inches with their usual writing, 4'5 to 6'11 (rule L5). */
export const heights: readonly Choice<number>[] = steps(53, 83, 1).map((value) => ({
  value,
  text: `${String(Math.floor(value / 12))}'${String(value % 12)}`,
}));

/** Conditions that a life application asks about, by the code that a lead keeps. */
export const medications: readonly Choice[] = [
  { value: 'aids_hiv', text: 'AIDS or HIV' },
  { value: 'alcohol_drug_abuse', text: 'Alcohol or drug treatment' },
  { value: 'alzheimers_dementia', text: "Alzheimer's or dementia" },
  { value: 'anxiety', text: 'Anxiety' },
  { value: 'asthma', text: 'Asthma' },
  { value: 'atrial_fibrillation', text: 'Atrial fibrillation' },
  { value: 'bipolar', text: 'Bipolar disorder' },
  { value: 'cancer', text: 'Cancer' },
  { value: 'cirrhosis', text: 'Cirrhosis' },
  { value: 'congestive_heart_failure', text: 'Congestive heart failure' },
  { value: 'copd', text: 'COPD or emphysema' },
  { value: 'depression', text: 'Depression' },
  { value: 'diabetes_insulin', text: 'Diabetes, insulin' },
  { value: 'diabetes_oral', text: 'Diabetes, tablets' },
  { value: 'epilepsy', text: 'Epilepsy or seizures' },
  { value: 'heart_attack', text: 'Heart attack or stent' },
  { value: 'hepatitis', text: 'Hepatitis' },
  { value: 'high_blood_pressure', text: 'High blood pressure' },
  { value: 'high_cholesterol', text: 'High cholesterol' },
  { value: 'kidney_disease', text: 'Kidney disease or dialysis' },
  { value: 'lupus', text: 'Lupus' },
  { value: 'multiple_sclerosis', text: 'Multiple sclerosis' },
  { value: 'neuropathy', text: 'Neuropathy' },
  { value: 'oxygen', text: 'Oxygen use' },
  { value: 'parkinsons', text: "Parkinson's disease" },
  { value: 'rheumatoid_arthritis', text: 'Rheumatoid arthritis' },
  { value: 'sleep_apnea', text: 'Sleep apnoea' },
  { value: 'stroke_tia', text: 'Stroke or TIA' },
  { value: 'thyroid', text: 'Thyroid disorder' },
  { value: 'other', text: 'Other' },
];

/** What the advertising marketplace asks its applicants about, by its own codes: the list of leads of that source. */
export const mediaalphaMedications: readonly Choice[] = [
  { value: 'aids_hiv', text: 'AIDS or HIV' },
  { value: 'alcohol_drug_abuse', text: 'Alcohol or drug abuse' },
  { value: 'alzheimers_disease', text: "Alzheimer's disease" },
  { value: 'arthritis', text: 'Arthritis' },
  { value: 'asthma', text: 'Asthma' },
  { value: 'cancer', text: 'Cancer' },
  { value: 'cholesterol', text: 'High cholesterol' },
  { value: 'copd', text: 'COPD' },
  { value: 'depression', text: 'Depression' },
  { value: 'diabetes_type_1', text: 'Diabetes, type 1' },
  { value: 'diabetes_type_2', text: 'Diabetes, type 2' },
  { value: 'epilepsy', text: 'Epilepsy' },
  { value: 'heart_disease', text: 'Heart disease' },
  { value: 'hepatitis', text: 'Hepatitis' },
  { value: 'high_blood_pressure', text: 'High blood pressure' },
  { value: 'kidney_disease', text: 'Kidney disease' },
  { value: 'liver_disease', text: 'Liver disease' },
  { value: 'mental_illness', text: 'Mental illness' },
  { value: 'multiple_sclerosis', text: 'Multiple sclerosis' },
  { value: 'parkinsons_disease', text: "Parkinson's disease" },
  { value: 'pulmonary_disease', text: 'Pulmonary disease' },
  { value: 'sleep_apnea', text: 'Sleep apnoea' },
  { value: 'stroke', text: 'Stroke' },
  { value: 'thyroid', text: 'Thyroid disorder' },
  { value: 'ulcer', text: 'Ulcer' },
  { value: 'vascular_disease', text: 'Vascular disease' },
];
