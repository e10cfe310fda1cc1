/** `1 lead`, `3 leads`. */
export function countedLeads(count: number): string {
  return `${String(count)} ${count === 1 ? 'lead' : 'leads'}`;
}
