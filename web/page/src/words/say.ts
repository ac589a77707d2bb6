/** A value as it is shown: numbers with a real minus sign. */
export const shown = (value: string | number): string => (typeof value === "number" ? String(value).replace("-", "−") : value);

/** What was won or lost. */
export const signed = (value: number): string => (value > 0 ? "+" : "") + shown(value);

/** Puts values into a sentence: `say("{n} cards", { n: 3 })`. */
export function say(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? shown(values[name]) : whole));
}
