// Keys: the arrows move among all that can be clicked, and what had the focus keeps it when all is drawn anew.

/** Remembers what has the focus; the answer gives it back to what is there now. */
export function keepFocus(root: HTMLElement): () => void {
  const focused = document.activeElement;
  const inside = focused instanceof HTMLElement && root.contains(focused) && focused.matches("[data-key]") ? focused : null;
  if (!inside) return () => undefined;
  const key = inside.dataset.key!;
  const [zone] = key.split("/");
  const choices = [...root.querySelectorAll<HTMLElement>("[data-choice]")].filter((element) => element.dataset.key?.startsWith(`${zone}/`));
  const place = Math.max(0, choices.indexOf(inside));
  return () => {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const same = root.querySelector<HTMLElement>(`[data-choice][data-key="${CSS.escape(key)}"]`);
    const near = [...root.querySelectorAll<HTMLElement>("[data-choice]")].filter((element) => element.dataset.key?.startsWith(`${zone}/`));
    const found = same ?? near[Math.min(place, near.length - 1)] ?? root.querySelector<HTMLElement>("[data-choice], .move");
    found?.focus({ preventScroll: true });
  };
}

/** Listens to keys wherever the focus is, for as long as an element is shown. */
export function listenWhile(element: HTMLElement, listener: (event: KeyboardEvent) => void): void {
  let shown = false;
  const heard = (event: KeyboardEvent): void => {
    if (element.isConnected) {
      shown = true;
      listener(event);
    } else if (shown) document.removeEventListener("keydown", heard);
  };
  document.addEventListener("keydown", heard);
}

/** Whether a key is for the page: not for a line that is typed in, a list, a dialog, or the browser. On a slider one does not type. */
export function forPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const taken = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "range");
  return !(taken || document.querySelector("dialog[open]") || ctrlKey || metaKey || altKey);
}

/** Does what a key does, if it does anything. */
export function press(event: KeyboardEvent, does: Record<string, () => void>): void {
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Moves the focus with the arrows; tells whether it was one of them. */
export function roam(event: KeyboardEvent, root: HTMLElement): boolean {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  const step = steps[event.key];
  if (step === undefined || (event.target instanceof HTMLElement && event.target.closest("[role=tabpanel], [role=log]"))) return false;
  const choices = [...root.querySelectorAll<HTMLElement>("[data-choice], .bar button")].filter((element) => element.offsetParent !== null);
  if (choices.length === 0) return false;
  const place = choices.indexOf(document.activeElement as HTMLElement);
  const next = place < 0 ? (step > 0 ? 0 : choices.length - 1) : (place + step + choices.length) % choices.length;
  choices[next].focus();
  return true;
}
