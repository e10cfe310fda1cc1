/** The row of a table that an element is in: the id of its record, and its element. */
export function rowOf(target: EventTarget | null): { id: string; element: HTMLElement } | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
  const id = element?.dataset.row;
  return element === null || id === undefined ? undefined : { id, element };
}

/** The id of the record whose row in an area has the focus. */
export function focusedRow(area: HTMLElement | null): string | undefined {
  return area?.contains(document.activeElement) === true ? rowOf(document.activeElement)?.id : undefined;
}
