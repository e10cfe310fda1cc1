import type { Field, Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import type { ColumnView, RecordOf, ResourceView } from './resource-view.js';

/** How wide a column is where its view does not say. */
const widths: Record<Field['kind'], number> = {
  text: 200,
  longText: 280,
  richText: 280,
  // Neither is read back, so that neither is a column.
  secret: 0,
  password: 0,
  person: 200,
  phone: 150,
  email: 220,
  zip: 90,
  date: 120,
  isoDate: 120,
  birthDate: 120,
  money: 110,
  chosenMoney: 110,
  height: 90,
  inches: 90,
  pounds: 90,
  hours: 90,
  choice: 150,
  choices: 220,
  words: 220,
  parts: 220,
  count: 84,
  flag: 90,
  gender: 90,
  listed: 150,
  severalListed: 220,
  people: 220,
  instant: 160,
};

/**
 * How a resource looks of which nothing is said: every field is a column and, where it may be written, an input, both in
 * the order of the definition; a record is called by the field that the list is sorted by.
 */
export function defaultView<F extends Fields>(
  resource: AnyResource<F>,
  own: Pick<ResourceView<F>, 'Icon' | 'emptyText'> & Partial<ResourceView<F>>,
): ResourceView<F> {
  const keys = Object.keys(resource.fields) as (keyof F & string)[];
  const columns = keys.filter((key) => !resource.fields[key]?.writeOnly);
  const [byName] = resource.sort;
  return {
    resource,
    nameOf: (record: Record<string, unknown>) => resource.fields[byName]?.shown(record[byName]) ?? '',
    columns: Object.fromEntries(
      columns.map((key) => [key, { width: widths[resource.fields[key]?.kind ?? 'text'] }]),
    ) as Partial<Record<keyof F & string, ColumnView<RecordOf<F>>>>,
    form: keys,
    ...own,
  };
}
