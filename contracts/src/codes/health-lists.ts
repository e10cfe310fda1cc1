import { z } from 'zod';
import type { Choice } from './life-lists.js';

/** Credit ratings (rule L17). */
export const creditRating = z.enum(['excellent', 'good', 'average', 'below average', 'poor']);
export type CreditRating = z.infer<typeof creditRating>;

/** Qualifying life events; the event date is asked for unless it is `none`. */
export const qualifyingLifeEvent = z.enum([
  'none',
  'marriage or divorce',
  'job loss / job change',
  'permanent move',
  'birth or adoption of a child',
  'other',
]);
export type QualifyingLifeEvent = z.infer<typeof qualifyingLifeEvent>;

/** Coverage types: a health lead's Product column. */
export const coverageType = z.enum([
  'Individual Family',
  'Short Term',
  'COBRA',
  'Discount Plan',
  'Medicaid',
  'Maternity Only',
  'Dental Only',
  'Vision Only',
  'Prescription Only',
  'Other Health',
]);
export type CoverageType = z.infer<typeof coverageType>;

/** Major conditions of the health form; each also goes as a 0/1 flag of its own (`entities/major-conditions.rules.ts`). */
export const healthConditions = [
  { value: 'aids_hiv', text: 'AIDS or HIV' },
  { value: 'alcohol_drug_abuse', text: 'Alcohol or drug treatment' },
  { value: 'alzheimers_disease', text: "Alzheimer's disease" },
  { value: 'asthma', text: 'Asthma' },
  { value: 'cancer', text: 'Cancer' },
  { value: 'cholesterol', text: 'High cholesterol' },
  { value: 'depression', text: 'Depression' },
  { value: 'diabetes', text: 'Diabetes' },
  { value: 'heart_disease', text: 'Heart disease' },
  { value: 'high_blood_pressure', text: 'High blood pressure' },
  { value: 'kidney_disease', text: 'Kidney disease' },
  { value: 'liver_disease', text: 'Liver disease' },
  { value: 'mental_illness', text: 'Mental illness' },
  { value: 'pulmonary_disease', text: 'Pulmonary disease' },
  { value: 'stroke', text: 'Stroke' },
  { value: 'ulcer', text: 'Ulcer' },
  { value: 'vascular_disease', text: 'Vascular disease' },
] as const satisfies readonly Choice[];

/** Marital statuses that the form offers; the wire takes any text, as partners write it. */
export const maritalStatuses: readonly Choice[] = [
  { value: 'single', text: 'Single' },
  { value: 'married', text: 'Married' },
  { value: 'domestic partner', text: 'Domestic partner' },
  { value: 'separated', text: 'Separated' },
  { value: 'divorced', text: 'Divorced' },
  { value: 'widowed', text: 'Widowed' },
];
