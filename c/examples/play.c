/* Plays a game of two bots at a table: play GAME BOT OTHER-BOT. */
#include <stdio.h>
#include <stdlib.h>

#include "elderhand.h"

static void check(ElderhandStatus status) {
  if (status != ELDERHAND_STATUS_OK) {
    fprintf(stderr, "status %d: %s\n", (int)status, elderhand_error());
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: play GAME BOT OTHER-BOT\n");
    return 2;
  }
  ElderhandTable *table = NULL;
  check(elderhand_table_open(argv[1], NULL, 7, &table));
  size_t seats = 0;
  check(elderhand_table_seats(table, &seats));
  ElderhandBot **bots = calloc(seats, sizeof *bots);
  float *returns = calloc(seats, sizeof *returns);
  if (!bots || !returns) return 1;
  for (size_t seat = 0; seat < seats; seat++) {
    check(elderhand_bot_open(argv[seat == 0 ? 2 : 3], argv[1], NULL, &bots[seat]));
    check(elderhand_bot_begin(bots[seat], seat, 7));
  }

  int32_t turn = 0;
  for (;;) {
    check(elderhand_table_turn(table, &turn));
    if (turn < 0) break;
    char *action = NULL;
    check(elderhand_bot_act(bots[turn], table, &action));
    printf("seat %d: %s\n", (int)turn, action);
    check(elderhand_table_play(table, action));
    elderhand_text_free(action);
  }

  check(elderhand_table_returns(table, returns, seats));
  for (size_t seat = 0; seat < seats; seat++) printf("seat %zu has won %g\n", seat, returns[seat]);

  for (size_t seat = 0; seat < seats; seat++) elderhand_bot_free(bots[seat]);
  free(bots);
  free(returns);
  elderhand_table_free(table);
  return 0;
}
