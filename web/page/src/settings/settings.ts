// What people have set, kept in this browser.
import { preferred } from "../words";

export interface Settings {
  language: string;
  theme: "auto" | "light" | "dark";
  /** Place in PACES. */
  pace: number;
  fourColours: boolean;
  oneClick: boolean;
  name: string;
  server: string;
}

/** Milliseconds for each move of others: instant, quick, steady, slow. */
export const PACES = [0, 350, 800, 1600];

const KEY = "elderhand.settings";
const usual: Settings = { language: preferred(), theme: "auto", pace: 2, fourColours: false, oneClick: true, name: "", server: "" };

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    // What cannot be read is as good as nothing: the usual settings hold.
    return {};
  }
}

export const settings: Settings = { ...usual, ...kept() };

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Where nothing may be stored, settings hold until the page is left.
  }
  wear();
}

/** Puts theme and colours on the document. */
export function wear(): void {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.suits = settings.fourColours ? "four" : "two";
}

export const pace = (): number => PACES[settings.pace] ?? PACES[2];
