/** A number of leads as a sentence has it. */
export function countedLeads(count: number): string {
  return count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`;
}
