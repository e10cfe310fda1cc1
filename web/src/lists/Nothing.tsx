/** Nothing, said quietly: a reader of the screen hears no dash. */
export const Nothing = () => (
  <span aria-hidden="true" className="cell-tertiary">
    –
  </span>
);
