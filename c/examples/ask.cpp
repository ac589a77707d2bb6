// Asks a bot what it would do in views that were written elsewhere, says what goes wrong, and talks by the protocol: ask BOT.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "elderhand.h"

namespace {

void check(ElderhandStatus status) {
  if (status != ELDERHAND_STATUS_OK) throw std::runtime_error(elderhand_error());
}

/// Takes a text of the library over.
std::string taken(char *text) {
  std::unique_ptr<char, decltype(&elderhand_text_free)> owned(text, elderhand_text_free);
  return owned.get();
}

template <typename T>
using Owned = std::unique_ptr<T, void (*)(T *)>;

Owned<ElderhandBot> open_bot(const std::string &name, const char *game) {
  ElderhandBot *bot = nullptr;
  check(elderhand_bot_open(name.c_str(), game, nullptr, &bot));
  return {bot, elderhand_bot_free};
}

}  // namespace

int main(int argc, char **argv) try {
  std::string name = argc > 1 ? argv[1] : "simple";
  if (argc > 2) {
    // A bundle as bytes, as a program has it that carries its bots in itself.
    std::ifstream file(argv[2], std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    check(elderhand_lend("mine", reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
    name = "checkpoint:mine";
  }

  ElderhandTable *opened = nullptr;
  check(elderhand_table_open("gin", "{\"knock_limit\": 10}", 3, &opened));
  Owned<ElderhandTable> table{opened, elderhand_table_free};
  auto bot = open_bot(name, "gin");
  check(elderhand_bot_begin(bot.get(), 0, 1));

  char *text = nullptr;
  check(elderhand_table_view(table.get(), 0, &text));
  const std::string view = taken(text);
  check(elderhand_bot_decide(bot.get(), view.c_str(), &text));
  std::cout << name << " would " << taken(text) << " in a view of " << view.size() << " bytes\n";

  // What is wrong is said, and changes nothing.
  for (const char *action : {"dance", "knock"}) {
    if (elderhand_table_play(table.get(), action) != ELDERHAND_STATUS_ILLEGAL) return 1;
    std::cout << action << ": " << elderhand_error() << '\n';
  }
  if (elderhand_bot_decide(bot.get(), "{", &text) != ELDERHAND_STATUS_ARGUMENT) return 1;
  if (elderhand_bot_decide(bot.get(), "{}", &text) != ELDERHAND_STATUS_VIEW) return 1;
  if (elderhand_bot_begin(bot.get(), 9, 1) != ELDERHAND_STATUS_SEAT) return 1;
  check(elderhand_table_view(table.get(), 1, &text));
  if (elderhand_bot_decide(bot.get(), taken(text).c_str(), &text) != ELDERHAND_STATUS_VIEW) return 1;
  if (elderhand_table_open("whist", nullptr, 1, &opened) != ELDERHAND_STATUS_GAME) return 1;
  if (elderhand_table_open(nullptr, nullptr, 1, &opened) != ELDERHAND_STATUS_ARGUMENT) return 1;
  if (elderhand_table_open("gin", nullptr, 1, nullptr) != ELDERHAND_STATUS_ARGUMENT) return 1;
  if (elderhand_table_undo(table.get(), 5) != ELDERHAND_STATUS_UNDO) return 1;
  if (elderhand_table_view(table.get(), 9, &text) != ELDERHAND_STATUS_SEAT) return 1;
  if (elderhand_lend("mine", reinterpret_cast<const uint8_t *>("no"), 2) != ELDERHAND_STATUS_BOT) return 1;

  ElderhandSession *begun = nullptr;
  check(elderhand_session_open(name.c_str(), &begun));
  Owned<ElderhandSession> session{begun, elderhand_session_free};
  check(elderhand_session_answer(session.get(), R"({"id": 1, "type": "new_table", "game": "gin", "seats": [null, "simple"]})", &text));
  std::cout << taken(text).substr(0, 20) << "...\n";
  return 0;
} catch (const std::exception &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
