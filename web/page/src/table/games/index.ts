// Which family draws which games: the names are those of the catalogue.
import type { Family } from "../scene";
import { colonel } from "./colonel";
import { gin } from "./gin";
import { pinnacle } from "./pinnacle";
import { pinochle } from "./pinochle";
import { kuhn, leduc } from "./poker";
import { skarney } from "./skarney";
import { skirmish } from "./skirmish";
import { snap } from "./snap";
import { sumRunSet } from "./sum-run-set";

export const families: Record<string, Family> = {
  kuhn, leduc, gin, colonel, "knock-rummy": gin, skarney, skirmish, pinnacle, pinochle, "sum-run-set": sumRunSet, snap,
};
