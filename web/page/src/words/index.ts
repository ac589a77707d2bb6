// The words of the page in one of its languages. A file beside this one is a language.
import { en, type Words } from "./en";

const files = import.meta.glob<{ default: Words }>(["./*.ts", "!./index.ts", "!./say.ts", "!./en.ts", "!./cards.ts"]);
const codes = Object.keys(files).map((path) => path.slice(2, -3));
export const languages = ["en", ...codes];

let current: Words = en;
export const words = (): Words => current;

/** The language that fits the browser best. */
export function preferred(): string {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((code) => languages.includes(code)) ?? "en";
}

export async function speak(code: string): Promise<void> {
  const load = files[`./${code}.ts`] as (() => Promise<{ default: Words }>) | undefined;
  current = load ? (await load()).default : en;
  document.documentElement.lang = load ? code : "en";
}
