// Scrolls a table so that its middle is seen, of which one's own panel may cover a part.

/** Between what is shown and what would hide it. */
const GAP = 4;

export function reveal(felt: HTMLElement): void {
  const [middle, own] = [felt.querySelector(".middle"), felt.querySelector(".player.own")];
  if (!middle || !own) return;
  const [shown, { bottom }] = [felt.getBoundingClientRect(), middle.getBoundingClientRect()];
  const { top } = (middle.querySelector(".zones") ?? middle).getBoundingClientRect();
  const [above, below] = [shown.top - top, bottom - Math.min(shown.bottom, own.getBoundingClientRect().top - GAP)];
  // Of a middle that is too high its upper end is seen, where stock and pile lie.
  if (below > 0) felt.scrollTop += Math.min(below, -above);
  else if (above > 0) felt.scrollTop -= above;
}

/** Does so as well when the table comes to have other room, as on a phone that is turned. */
export function keepRevealed(felt: HTMLElement): void {
  new ResizeObserver(() => reveal(felt)).observe(felt);
}
