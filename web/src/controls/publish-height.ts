/**
 * Makes known to the styles within `where` how high something stands over the page, for what has to keep clear of it;
 * answers how to stop. All that is within is styled anew each time.
 */
export function publishHeight(name: `--${string}`, element: HTMLElement, where: HTMLElement): () => void {
  const { style } = where;
  const observer = new ResizeObserver(() => {
    style.setProperty(name, `${String(element.offsetHeight)}px`);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
}
