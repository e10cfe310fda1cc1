/** Where customers live: agents who work them hold a licence there. */
export const customersState = 'TX';

let next = 0;

/** A unique number without special behaviour at the carrier. */
export function newNumber(): string {
  const index = next;
  next += 1;
  return `+1214${String(300 + Math.floor(index / 9_000))}${String(1_000 + (index % 9_000))}`;
}

export const lifeLead = (fullname: string, phone: string) =>
  ({
    type: 'life',
    fullname,
    email: `${fullname.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@example.com`,
    phone,
    state: customersState,
    birth_date: '1957-06-02',
    term: 'fex',
    rate_class: 'lb',
    coverage_amount: 10_000,
    disability: 'Cremation',
  }) as const;
