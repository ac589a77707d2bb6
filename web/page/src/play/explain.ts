// Says what went wrong, and what can be done, in the words of the page.
import { Refusal } from "../engine/conversation";
import { words } from "../words";
import { say } from "../words/say";

export function explain(error: unknown): string {
  const { errors } = words();
  const detail = error instanceof Error ? error.message : String(error);
  const known = error instanceof Refusal ? errors[error.code as keyof typeof errors] : undefined;
  return say(known ?? errors.other, { detail });
}
