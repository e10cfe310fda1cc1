/** Few have a system that chooses the colours: nobody else loads what that needs. */
export function drawForcedColours(): void {
  const forced = matchMedia('(forced-colors: active)');
  const draw = () => {
    if (forced.matches) void import('./forced-colors.css');
  };
  draw();
  forced.addEventListener('change', draw);
}
