/** Makes known to the styles how high something stands over the page, for what has to keep clear of it; answers how to stop. */
export function publishHeight(name: `--${string}`, element: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty(name, `${String(element.offsetHeight)}px`);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
}
