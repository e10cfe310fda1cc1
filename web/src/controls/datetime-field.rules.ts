const two = (part: number) => String(part).padStart(2, '0');

/** An instant as the field has it. */
export function toField(instant: Date): string {
  const date = [instant.getFullYear(), two(instant.getMonth() + 1), two(instant.getDate())].join('-');
  return `${date}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

/** The instant that the field names; undefined where it is empty or not whole. */
export function fromField(field: string): Date | undefined {
  const instant = new Date(field);
  return field === '' || Number.isNaN(instant.getTime()) ? undefined : instant;
}
